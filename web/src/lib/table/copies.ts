/** Counting what is open to everybody: discards, displays, and what is left (C2). */

import { readFace, type Face } from '@/lib/rules/cards'
import type { HanabiView, RulesInfo, SuitInfo } from '@/lib/generated/types'
import type { TurnEvent } from './events'

export interface Cell {
  readonly face: Face
  readonly copies: number
  readonly discarded: number
  readonly played: boolean
  /** How many are neither played nor discarded. */
  readonly left: number
  /** Whether the display still needs it and can get that far. */
  readonly needed: boolean
  /** Needed, and only one is left. */
  readonly last: boolean
}

export interface Row {
  readonly suit: SuitInfo
  readonly index: number
  readonly laid: number
  /** How many cards of the display can be laid at best. */
  readonly reach: number
  /** [rank - 1] */
  readonly cells: readonly Cell[]
}

/** A row for each suit: what was played, discarded and is left of every card. */
export function countCopies(rules: RulesInfo, view: HanabiView): readonly Row[] {
  const gone = new Map<Face, number>()
  for (const face of view.discards) gone.set(face, (gone.get(face) ?? 0) + 1)
  return rules.suits.map((suit, index) => countSuit(suit, index, view.displays[index] ?? 0, gone))
}

/** The events of a co-operative game, and after each that lost the last copy of a needed card, that it did (C2). */
export function withLosses(rules: RulesInfo, events: readonly TurnEvent[]): readonly TurnEvent[] {
  const displays = rules.suits.map(() => 0)
  const gone = new Map<Face, number>()
  const add = (face: Face, count: number): void => void gone.set(face, (gone.get(face) ?? 0) + count)
  return events.flatMap((event): readonly TurnEvent[] => {
    if (event.kind === 'went-back') add(event.card, -1)
    if (event.kind !== 'played' && event.kind !== 'discarded' && event.kind !== 'encored') return [event]
    const { card, seat, turn } = event
    const found = readFace(rules.suits, card)
    if (!found) return [event]
    const { suit, index, rank } = found
    if (event.kind !== 'discarded' && event.fits) {
      displays[index] = suit.order.indexOf(rank) + 1
      if (event.kind === 'encored') add(card, -1)
      return [event]
    }
    if (event.kind === 'encored') return [event]
    const reach = (): number => countSuit(suit, index, displays[index] ?? 0, gone).reach
    const before = reach()
    add(card, 1)
    const now = reach()
    if (now === before) return [event]
    return [event, { kind: 'last-copy', seat, card, reach: suit.order[now - 1] ?? 0, turn }]
  })
}

function countSuit(suit: SuitInfo, index: number, laid: number, gone: ReadonlyMap<Face, number>): Row {
  const discarded = (rank: number): number => gone.get(`${suit.letter}${rank}`) ?? 0
  const copies = (rank: number): number => suit.copies[rank - 1] ?? 0
  const dead = suit.order.findIndex((rank, place) => place >= laid && discarded(rank) >= copies(rank))
  const reach = dead === -1 ? suit.order.length : dead
  const cells = suit.copies.map((count, at) => {
    const rank = at + 1
    const place = suit.order.indexOf(rank)
    const played = place < laid
    const left = count - discarded(rank) - (played ? 1 : 0)
    const needed = !played && place < reach
    return {
      face: `${suit.letter}${rank}`,
      copies: count,
      discarded: discarded(rank),
      played,
      left,
      needed,
      last: needed && left === 1,
    }
  })
  return { suit, index, laid, reach, cells }
}
