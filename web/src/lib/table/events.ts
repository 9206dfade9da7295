/** What the table saw, with the turns that it belongs to. */

import type { AndrewzEnded, GameEvent, HanabiEnded } from '@/lib/generated/types'

/** An event and the number of the action that caused it, from 1. The end is none: the view tells it. */
export type TurnEvent = Exclude<GameEvent, HanabiEnded | AndrewzEnded> & { readonly turn: number }

/** The events that some actions caused, a row for each; `last` is the number of the last action. */
export function numbered(turns: readonly (readonly GameEvent[])[], last: number): readonly TurnEvent[] {
  const first = last - turns.length + 1
  return turns.flatMap((events, index) =>
    events.flatMap((event): TurnEvent[] =>
      event.kind === 'ended' || event.kind === 'andrewz-ended' ? [] : [{ ...event, turn: first + index }],
    ),
  )
}
