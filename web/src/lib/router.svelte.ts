/** Which page is shown: the address, read and written. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'learn' }
  | { readonly page: 'table'; readonly id: string; readonly turn: number | null }
  | { readonly page: 'missing' }

export function parseRoute(path: string, search = ''): Route {
  const [head = '', id = '', ...rest] = path.split('/').filter(Boolean)
  if (rest.length > 0) return { page: 'missing' }
  if (head === 'table' && id) return { page: 'table', id: decodeURIComponent(id), turn: readTurn(search) }
  if (id) return { page: 'missing' }
  if (head === '') return { page: 'home' }
  if (head === 'new' || head === 'learn') return { page: head }
  return { page: 'missing' }
}

function readTurn(search: string): number | null {
  const text = new URLSearchParams(search).get('turn')
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null
}

class Router {
  #route = $state.raw<Route>(here())

  constructor() {
    addEventListener('popstate', () => (this.#route = here()))
  }

  get route(): Route {
    return this.#route
  }

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
