/** Who is at this browser: a name, no account. */

import { t } from '@/lib/words/index.svelte'
import { api } from '@/lib/net/api'

class Guest {
  #name = $state('')
  #known = $state(false)
  readonly #lot = Math.random()

  /** Empty while no name was chosen. */
  readonly name = $derived(this.#name)

  /** A name for a guest who has chosen none. */
  get suggestion(): string {
    const birds = t('home.birds').split(' ')
    return birds[Math.floor(this.#lot * birds.length)] ?? ''
  }

  /** Whether the server has been asked. */
  readonly known = $derived(this.#known)

  async load(): Promise<void> {
    this.#name = (await api.me()).name
    this.#known = true
  }

  async rename(name: string): Promise<void> {
    this.#name = (await api.rename(name)).name
    this.#known = true
  }

  /** Makes sure that there is a name: the typed one, the one from before, or the suggestion. */
  async introduce(typed = ''): Promise<void> {
    const wish = typed.trim()
    if (!this.#known) await this.load()
    if (wish ? wish !== this.#name : !this.#name) await this.rename(wish || this.suggestion)
  }
}

export const guest = new Guest()
