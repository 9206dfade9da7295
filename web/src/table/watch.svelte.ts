/** What the table's page does by itself while it is open. Each function is called once, while the page is set up. */

import { untrack } from 'svelte'
import { narrow } from '@/lib/browser/screen'
import { settings } from '@/lib/browser/settings.svelte'
import { router, tablePath, type TableRoute } from '@/lib/net/router.svelte'
import { readLine, writeLine } from '@/lib/review/branch'
import type { OpenTable } from './context.svelte'

/** Tells the server how much help with memory the person has chosen. */
export function applySettings(open: OpenTable): void {
  $effect(() => {
    open.session.detail = settings.detail
  })
}

export function closeOnLeave(open: OpenTable): void {
  $effect(() => () => untrack(() => open.session).close())
}

/** Once the cards are open, other moves may be tried and the game reviewed: asks what there is, and goes to the
    branch that the address named. */
export function prepareReview(open: OpenTable, wish: TableRoute): void {
  const finished = $derived.by(() => {
    const { table, live } = open.session
    return table !== null && live.view !== null && (table.phase === 'over' || table.uploaded)
  })
  // Until the wish is fulfilled the address must not forget it.
  let pending = $state(wish.branch !== '' || wish.line !== '')
  $effect(() => {
    const { studio } = open
    if (!finished) return
    untrack(() => {
      const { branch, turn } = wish
      void studio.load({ branch, line: readLine(wish.line), turn }).finally(() => (pending = false))
    })
    return () => studio.close()
  })
  keepAddress(open, () => pending)
}

/** On a narrow screen the review comes above the table: shows it there, wherever it was asked for. */
export function showReview(open: OpenTable): void {
  $effect(() => {
    if (open.interaction.studying && untrack(() => narrow.current)) scrollTo({ top: 0 })
  })
}

/** The address follows the time machine, and the back button leads out of it. */
function keepAddress(open: OpenTable, pending: () => boolean): void {
  $effect(() => {
    const { turn, branch } = open.session
    if (pending()) return
    const line = branch && !branch.id ? writeLine(branch) : ''
    const path = tablePath(open.id, { turn, branch: branch?.id, line })
    if (location.pathname + location.search !== path) untrack(() => router.go(path, { replace: true }))
  })
}

/** What was chosen for one moment means nothing in another. */
export function dropStaleChoices(open: OpenTable): void {
  $effect(() => {
    const { session, interaction } = open
    void session.turn
    void session.turns
    untrack(() => {
      if (interaction.choice?.kind !== 'slot' || session.branch) interaction.clear()
      if (!session.open) interaction.command = null
    })
  })
}
