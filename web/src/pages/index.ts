/** The pages, each fetched when it is first opened. */

import type { Component } from 'svelte'
import type { ConventionsRoute, DealRoute, Route, TableRoute } from '@/lib/net/router.svelte'

const PLAIN = {
  home: () => import('./Home.svelte'),
  new: () => import('./NewTable.svelte'),
  learn: () => import('./Learn.svelte'),
  games: () => import('@/games/Games.svelte'),
  handover: () => import('./Handover.svelte'),
  theatre: () => import('@/theatre/Theatre.svelte'),
  missing: () => import('./Missing.svelte'),
} as const

/** A page to be shown, with what its address says. */
export type ShownPage =
  | { readonly kind: 'table'; readonly route: TableRoute; readonly Table: Component<{ route: TableRoute }> }
  | { readonly kind: 'deal'; readonly route: DealRoute; readonly Deal: Component<{ route: DealRoute }> }
  | { readonly kind: 'stage'; readonly id: string; readonly Stage: Component<{ id: string }> }
  | {
      readonly kind: 'conventions'
      readonly route: ConventionsRoute
      readonly Conventions: Component<{ route: ConventionsRoute }>
    }
  | { readonly kind: 'plain'; readonly Plain: Component }

/** Fetches the page of a route; a page that was fetched before is there at once. */
export async function fetchPage(route: Route): Promise<ShownPage> {
  if (route.page === 'table') {
    return { kind: 'table', route, Table: (await import('./Table.svelte')).default }
  }
  if (route.page === 'deal') {
    return { kind: 'deal', route, Deal: (await import('@/games/Deal.svelte')).default }
  }
  if (route.page === 'conventions') {
    return { kind: 'conventions', route, Conventions: (await import('./Conventions.svelte')).default }
  }
  if (route.page === 'theatre' && route.id) {
    return { kind: 'stage', id: route.id, Stage: (await import('@/theatre/Stage.svelte')).default }
  }
  return { kind: 'plain', Plain: (await PLAIN[route.page]()).default }
}
