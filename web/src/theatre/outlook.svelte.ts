/** The outlook of a show: the review of the game, which is begun when the game is over. */

import { untrack } from 'svelte'
import { guest } from '@/lib/browser/guest.svelte'
import type { OpenTable } from '@/table/context.svelte'

/** Asks for the review once the cards are open, and begins it; a page that is left stops what it has begun. */
export function prepareOutlook(open: OpenTable, staged: () => boolean): void {
  const finished = $derived.by(() => {
    const { table, live } = open.session
    return staged() && table !== null && live.view !== null && (table.phase === 'over' || table.uploaded)
  })
  $effect(() => {
    const { studio } = open
    if (!finished) return
    let begun = false
    let left = false
    untrack(() => {
      void (async () => {
        await studio.load({ branch: '', line: null, turn: null })
        if (left || !studio.info || studio.info.review || studio.study('review').state !== 'none') return
        await guest.introduce()
        begun = true
        await studio.start('review')
      })()
    })
    return () => {
      left = true
      const { state } = untrack(() => studio.study('review'))
      if (begun && (state === 'working' || state === 'waiting')) void studio.stop('review')
      studio.close()
    }
  })
}
