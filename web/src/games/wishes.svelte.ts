/** What a list of games is searched, filtered and sorted by: kept in the address, so that it can be gone back to. */

const NAMES = ['search', 'edition', 'players', 'partner', 'result', 'source', 'sort', 'page'] as const
export type WishName = (typeof NAMES)[number]

export class Wishes {
  #values = $state.raw<Readonly<Record<string, string>>>({})

  constructor(search: string) {
    const found = new URLSearchParams(search)
    this.#values = Object.fromEntries(
      NAMES.flatMap((name) => (found.get(name) ? [[name, found.get(name) ?? '']] : [])),
    )
  }

  get(name: WishName): string {
    return this.#values[name] ?? ''
  }

  /** Another wish; whatever it is, the list begins at its first page again. */
  set(name: WishName, value: string): void {
    const { page: _, [name]: __, ...rest } = this.#values
    this.#values = value ? { ...rest, [name]: value } : rest
  }

  clear(): void {
    this.#values = {}
  }

  /** Whether the list shows less than all games. */
  get narrowed(): boolean {
    return Object.keys(this.#values).some((name) => name !== 'sort' && name !== 'page')
  }

  get all(): Readonly<Record<string, string>> {
    return this.#values
  }

  /** Without the page and the order, which mean nothing for statistics. */
  get filters(): Readonly<Record<string, string>> {
    const { page: _, sort: __, ...rest } = this.#values
    return rest
  }

  get address(): string {
    const search = new URLSearchParams(this.#values).toString()
    return `/games${search ? `?${search}` : ''}`
  }
}
