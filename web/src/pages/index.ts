/** The pages, each fetched when it is first opened. */

import type { Component } from 'svelte'
import type { Route, TableRoute } from '@/lib/net/router.svelte'

type PageName = Route['page']

const FETCHED = {
  home: () => import('./Home.svelte'),
  new: () => import('./NewTable.svelte'),
  learn: () => import('./Learn.svelte'),
  missing: () => import('./Missing.svelte'),
  table: () => import('./Table.svelte'),
} as const satisfies Record<PageName, () => Promise<unknown>>

/** A page to be shown, with the route that it is for. */
export type ShownPage =
  | { readonly kind: 'table'; readonly route: TableRoute; readonly Table: Component<{ route: TableRoute }> }
  | { readonly kind: 'plain'; readonly Plain: Component }

/** Fetches the page of a route; a page that was fetched before is there at once. */
export async function fetchPage(route: Route): Promise<ShownPage> {
  if (route.page === 'table') {
    return { kind: 'table', route, Table: (await FETCHED.table()).default }
  }
  return { kind: 'plain', Plain: (await FETCHED[route.page]()).default }
}
