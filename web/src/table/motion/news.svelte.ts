/** Noticing that a move has just happened on the screen, as opposed to all other reasons why the screen changes. */

import { untrack } from 'svelte'
import type { View } from '@/lib/generated/types'
import type { TableSession } from '@/lib/table/session.svelte'
import type { News } from './flights'

/** Calls `tell` after each move that the viewer sees happen, and `jump` where the screen shows another moment:
    the past, a branch, a move taken back, or a game that went on while the connection was lost. */
export function watchNews(
  session: () => TableSession,
  { tell, jump }: { readonly tell: (news: News) => void; readonly jump: () => void },
): void {
  let told = -1
  let here = true
  let connected = false
  let before: View | null = null

  $effect(() => {
    const { live, turn, branch, allEvents } = session()
    const { view, turns, link } = live
    const now = turn === null && branch === null
    untrack(() => {
      const last = before
      const next = turns === told + 1 && told >= 0 && here && now && connected && link === 'open'
      const moved = turns !== told || here !== now
      // The first message after a new connection tells what was missed.
      connected = link === 'open' && (connected || view !== before)
      before = view
      told = view ? turns : -1
      here = now
      if (next && last && view) {
        tell({ turn: turns, events: allEvents.filter((event) => event.turn === turns), before: last, view })
      } else if (moved) {
        jump()
      }
    })
  })
}
