/** Which positions of a book of conventions a learner has answered rightly in this browser. */

import { recall, remember } from './store'

export class Practice {
  readonly #book: string
  #done = $state.raw<ReadonlySet<string>>(new Set())

  constructor(book: string) {
    this.#book = book
    this.#done = new Set(read(book))
  }

  /** Whether a position of a rule, counted from 1, is done. */
  has(rule: string, position: number): boolean {
    return this.#done.has(name(rule, position))
  }

  /** How many of so many positions of a rule are done. */
  count(rule: string, positions: number): number {
    return Array.from({ length: positions }, (_, index) => index + 1).filter((one) => this.has(rule, one))
      .length
  }

  /** The first position of a rule that is not done; its first one if all are. */
  next(rule: string, positions: number): number {
    for (let one = 1; one <= positions; one += 1) if (!this.has(rule, one)) return one
    return 1
  }

  add(rule: string, position: number): void {
    this.#done = new Set([...this.#done, name(rule, position)])
    remember(`practice.${this.#book}`, JSON.stringify([...this.#done]))
  }
}

function name(rule: string, position: number): string {
  return `${rule}/${position}`
}

function read(book: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(recall(`practice.${book}`) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
