/** Who is at this browser: a name, no account. */

import { t } from '@/lib/words/index.svelte'
import { api } from '@/lib/net/api'
import type { GuestInfo } from '@/lib/generated/types'

class Guest {
  #name = $state('')
  #known = $state(false)
  #asking: Promise<unknown> = Promise.resolve()
  readonly #lot = Math.random()

  /** What was typed into a name field and not sent yet; every page goes on with it. */
  draft = $state('')

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
    await this.#ask(api.me)
  }

  async rename(name: string): Promise<void> {
    await this.#ask(() => api.rename(name))
    this.draft = ''
  }

  /** Makes sure that there is a name: the typed one, the one from before, or the suggestion. */
  async introduce(): Promise<void> {
    const wish = this.draft.trim()
    if (!this.#known) await this.load()
    if (wish ? wish !== this.#name : !this.#name) await this.rename(wish || this.suggestion)
    this.draft = ''
  }

  /** Keeps a name that was typed when the page with the field is left. The next page has the field with the name
      in it, should the server object. */
  keep(): void {
    const wish = this.draft.trim()
    if (wish && wish !== this.#name) this.rename(wish).catch(() => undefined)
  }

  /** One request after the other, so that the latest answer is the one that counts. */
  async #ask(work: () => Promise<GuestInfo>): Promise<void> {
    const answer = this.#asking.then(work, work)
    this.#asking = answer
    this.#name = (await answer).name
    this.#known = true
  }
}

export const guest = new Guest()
