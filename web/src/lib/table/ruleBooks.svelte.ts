/** The books of conventions that this page has fetched; each is fetched once. */

import { api, errorWords } from '@/lib/net/api'
import type { ConventionBook } from '@/lib/generated/types'

class RuleBooks {
  #books = $state.raw<Readonly<Record<string, ConventionBook>>>({})
  #problem = $state('')

  /** A book by its name; null until it is here. */
  find(name: string): ConventionBook | null {
    return this.#books[name] ?? null
  }

  /** Why the last one could not be fetched. */
  get problem(): string {
    return this.#problem
  }

  async fetch(name: string): Promise<void> {
    if (this.#books[name]) return
    this.#problem = ''
    try {
      const found = await api.conventions(name)
      this.#books = { ...this.#books, [name]: found }
    } catch (error) {
      this.#problem = errorWords(error)
    }
  }
}

export const ruleBooks = new RuleBooks()
