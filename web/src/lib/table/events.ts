/** What the table saw, with the turns that it belongs to. */

import type { Face } from '@/lib/rules/cards'
import type { AndrewzEnded, GameEvent, HanabiEnded } from '@/lib/generated/types'

/** The last copy of a needed card is gone: what follows from the events, see `withLosses`. */
export interface LastCopyLost {
  readonly kind: 'last-copy'
  readonly seat: number
  readonly card: Face
  /** The last rank that its display can still get; 0 if it can never begin. */
  readonly reach: number
}

interface Turn {
  /** The number of the action that caused it, from 1. */
  readonly turn: number
}

/** An event as the server told it. The end is none: the view tells it. */
export type ToldEvent = Exclude<GameEvent, HanabiEnded | AndrewzEnded> & Turn

export type TurnEvent = ToldEvent | (LastCopyLost & Turn)

/** The events that some actions caused, a row for each; `last` is the number of the last action. */
export function numbered(turns: readonly (readonly GameEvent[])[], last: number): readonly ToldEvent[] {
  const first = last - turns.length + 1
  return turns.flatMap((events, index) =>
    events.flatMap((event): ToldEvent[] =>
      event.kind === 'ended' || event.kind === 'andrewz-ended' ? [] : [{ ...event, turn: first + index }],
    ),
  )
}
