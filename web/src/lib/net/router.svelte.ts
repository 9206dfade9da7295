/** Which page is shown: the address, read and written. */

export interface TableRoute {
  readonly page: 'table'
  readonly id: string
  readonly turn: number | null
  /** A branch that was kept with the game. */
  readonly branch: string
  /** A branch that was not kept, as a line. */
  readonly line: string
}

/** Games in the theatre: a table that is watched, or the choice of one. */
export interface TheatreRoute {
  readonly page: 'theatre'
  readonly id: string
}

/** A named deal: the same name with other rules or another number of players is another deal. */
export interface DealRoute {
  readonly page: 'deal'
  readonly rules: string
  readonly players: number
  readonly name: string
}

/** The lesson about conventions: a book of them, and in it perhaps one rule and one of its positions. */
export interface ConventionsRoute {
  readonly page: 'conventions'
  readonly book: string
  readonly rule: string
  /** From 1. */
  readonly position: number
}

export type Route =
  | { readonly page: 'home' | 'new' | 'learn' | 'games' | 'handover' | 'missing' }
  | TableRoute
  | TheatreRoute
  | DealRoute
  | ConventionsRoute

export function parseRoute(path: string, search = ''): Route {
  try {
    return readRoute(path, search)
  } catch (error) {
    // A path that was cut in the middle of a character is none of ours.
    if (error instanceof URIError) return { page: 'missing' }
    throw error
  }
}

function readRoute(path: string, search: string): Route {
  const [head = '', id = '', ...rest] = path.split('/').filter(Boolean)
  if (head === 'learn' && id === 'conventions' && rest.length < 2)
    return readConventions(decodeURIComponent(rest[0] ?? ''), new URLSearchParams(search))
  if (rest.length > 0) return { page: 'missing' }
  if (head === 'table' && id) return readTable(decodeURIComponent(id), new URLSearchParams(search))
  if (head === 'theatre') return { page: 'theatre', id: decodeURIComponent(id) }
  if (id) return { page: 'missing' }
  if (head === 'deal') return readDeal(new URLSearchParams(search))
  if (head === '') return { page: 'home' }
  if (head === 'new' || head === 'learn' || head === 'games' || head === 'handover') return { page: head }
  return { page: 'missing' }
}

function readDeal(wishes: URLSearchParams): DealRoute {
  return {
    page: 'deal',
    rules: wishes.get('rules') ?? '',
    players: Number(wishes.get('players')) || 0,
    name: wishes.get('name') ?? '',
  }
}

function readConventions(book: string, wishes: URLSearchParams): ConventionsRoute {
  const position = Number(wishes.get('position'))
  return {
    page: 'conventions',
    book,
    rule: wishes.get('rule') ?? '',
    position: Number.isInteger(position) && position > 0 ? position : 1,
  }
}

/** The address of the lesson about a book of conventions, or about one of its rules. */
export function conventionsPath(book: string, rule = '', position = 1): string {
  const path = `/learn/conventions${book ? `/${encodeURIComponent(book)}` : ''}`
  if (!rule) return path
  return `${path}?${new URLSearchParams(position > 1 ? { rule, position: String(position) } : { rule })}`
}

/** The address of the page that compares the results of a named deal. */
export function dealPath(rules: string, players: number, name: string): string {
  return `/deal?${new URLSearchParams({ rules, players: String(players), name })}`
}

function readTable(id: string, wishes: URLSearchParams): TableRoute {
  const turn = wishes.get('turn')
  return {
    page: 'table',
    id,
    turn: turn !== null && /^\d{1,4}$/.test(turn) ? Number(turn) : null,
    branch: wishes.get('branch') ?? '',
    line: wishes.get('line') ?? '',
  }
}

/** The address of a moment at a table, in the game or in a branch of it. */
export function tablePath(
  id: string,
  wishes: { readonly turn?: number | null; readonly branch?: string; readonly line?: string } = {},
): string {
  const found = new URLSearchParams()
  if (wishes.branch) found.set('branch', wishes.branch)
  if (wishes.line) found.set('line', wishes.line)
  if (wishes.turn != null) found.set('turn', String(wishes.turn))
  const search = found.toString()
  return `/table/${id}${search ? `?${search}` : ''}`
}

class Router {
  #route = $state.raw<Route>(here())

  constructor() {
    addEventListener('popstate', () => (this.#route = here()))
  }

  readonly route = $derived(this.#route)

  /** Goes to a path of this site. `replace` leaves no step behind for the back button. */
  go(path: string, options: { readonly replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.#route = here()
    if (!options.replace) scrollTo(0, 0)
  }

  /** Lets ordinary links of this site move without a reload. For `onclick` of the whole page. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download')) return
    const url = new URL(link.href, location.href)
    if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return
    if (url.pathname === location.pathname && url.hash) return
    event.preventDefault()
    this.go(url.pathname + url.search)
  }
}

function here(): Route {
  return parseRoute(location.pathname, location.search)
}

export const router = new Router()
