/** What a table sounds like: one sound for each move, the one that matters most. */

import { play, type Sound } from '@/lib/browser/sounds'
import type { OpenTable } from './context.svelte'
import type { News } from './motion/flights'
import { watchNews } from './motion/news.svelte'

/** For the page of a table, while it is set up. */
export function soundMoves(open: OpenTable): void {
  watchNews(() => open.session, {
    tell: (news) => {
      const sound = soundOf(news)
      if (sound) play(sound)
    },
    jump: () => undefined,
  })
}

/** The sound of a move as the viewer's seat hears it. */
export function soundOf({ events, view }: Pick<News, 'events' | 'view'>): Sound | null {
  if (view.result) return 'end'
  const kinds = events.map((event) => event.kind)
  if (kinds.includes('completed') || kinds.includes('andrewz-closed')) return 'firework'
  if (events.some((event) => event.kind === 'played' && !event.fits)) return 'strike'
  if (events.some((event) => event.kind === 'clued' && event.receiver === view.seat)) return 'clue'
  return kinds.some((kind) => CARDS.includes(kind)) ? 'card' : null
}

const CARDS: readonly string[] = ['played', 'discarded', 'encored', 'andrewz-played', 'andrewz-discarded']
