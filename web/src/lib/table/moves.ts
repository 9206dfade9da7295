/** The moves of a game as a reader follows them: one for each turn, with all that it caused. */

import type { TurnEvent } from './events'

export interface Move {
  readonly turn: number
  readonly events: readonly TurnEvent[]
}

/** The events turn by turn, oldest first. */
export function movesOf(events: readonly TurnEvent[]): readonly Move[] {
  const moves = new Map<number, TurnEvent[]>()
  for (const event of events) {
    const found = moves.get(event.turn)
    if (found) found.push(event)
    else moves.set(event.turn, [event])
  }
  return [...moves].map(([turn, found]) => ({ turn, events: found }))
}

/** The seat that made a move. */
export function moverOf({ events }: Move): number | null {
  for (const event of events) {
    if (event.kind === 'clued') return event.giver
    if ('seat' in event) return event.seat
  }
  return null
}

/** The moves since a seat moved last; for people without a seat those of the last round. */
export function movesSince(
  moves: readonly Move[],
  seat: number | null,
  players: number,
): readonly Move[] {
  if (seat === null) return moves.slice(-players)
  const own = moves.findLastIndex((move) => moverOf(move) === seat && !isOrder(move))
  return moves.slice(own + 1)
}

/** Putting one's cards in another order is no turn. */
function isOrder({ events }: Move): boolean {
  return events.every((event) => event.kind === 'rearranged')
}

/** How many cards a hand was dealt: its place stays as wide when the deck has run out. */
export function dealtSize(held: number, seat: number, events: readonly TurnEvent[]): number {
  let size = held
  for (const event of events) {
    if (event.kind === 'drew' && event.seat === seat) size -= 1
    if ((event.kind === 'played' || event.kind === 'discarded') && event.slot && event.seat === seat) size += 1
  }
  return size
}
