/** Clues: which can be given, what they would touch, and which have been given to which cards. */

import type { HanabiView, RulesInfo } from '@/lib/generated/types'
import type { TurnEvent } from './events'
import { touches } from './marks'
import { readAction } from './notation'

export interface ClueOption {
  /** In notation, as the server listed it. */
  readonly action: string
  readonly clue: string
  readonly free: boolean
  /** The slots it would touch, from 1. */
  readonly slots: readonly number[]
  /** Those among them that no clue has touched so far. */
  readonly fresh: readonly number[]
}

/** The clues that the viewer may give to a seat, with what each would touch. */
export function clueOptions(rules: RulesInfo, view: HanabiView, receiver: number): readonly ClueOption[] {
  const hand = view.hands[receiver] ?? []
  return view.actions.flatMap((action) => {
    const read = readAction(action)
    if (read?.kind !== 'clue' || read.receiver !== receiver) return []
    const slots = hand.flatMap((held, index) =>
      held.card !== null && touches(rules, read.clue, held.card) ? [index + 1] : [],
    )
    const fresh = slots.filter((slot) => hand[slot - 1]?.yes === '')
    return [{ action, clue: read.clue, free: read.free, slots, fresh }]
  })
}

export interface GivenClue {
  readonly turn: number
  readonly giver: number
  readonly receiver: number
  readonly clue: string
  readonly free: boolean
  /** The cards it touched. */
  readonly ids: readonly number[]
  /** Those among them that no earlier clue had touched. */
  readonly fresh: readonly number[]
}

export interface CardStory {
  /** The turn after which it was in the hand; 0 for a card of the deal. */
  readonly drawn: number
  readonly clues: readonly GivenClue[]
}

/**
 * All clues of a game with the ids of the cards they touched.
 *
 * Events say slots, and slots move: so the hands are run backwards from how they are now.
 */
export function givenClues(
  events: readonly TurnEvent[],
  hands: readonly (readonly number[])[],
): readonly GivenClue[] {
  const ids = hands.map((hand) => [...hand])
  const found: Omit<GivenClue, 'fresh'>[] = []
  for (const event of events.toReversed()) {
    const clue = stepBack(event, ids)
    if (clue) found.push(clue)
  }
  const touched = new Set<number>()
  return found.reverse().map((clue) => {
    const fresh = clue.ids.filter((id) => !touched.has(id))
    clue.ids.forEach((id) => touched.add(id))
    return { ...clue, fresh }
  })
}

function stepBack(event: TurnEvent, hands: number[][]): Omit<GivenClue, 'fresh'> | null {
  switch (event.kind) {
    case 'drew': {
      const hand = hands[event.seat]
      if (hand?.includes(event.id)) hand.splice(hand.indexOf(event.id), 1)
      return null
    }
    case 'played':
    case 'discarded':
      if (event.slot) hands[event.seat]?.splice(event.slot - 1, 0, event.id)
      return null
    case 'rearranged': {
      const hand = hands[event.seat] ?? []
      const now = [...hand]
      event.order.forEach((old, index) => (hand[old - 1] = now[index] ?? -1))
      return null
    }
    case 'clued': {
      const { turn, giver, receiver, clue, free, slots } = event
      const hand = hands[receiver] ?? []
      return { turn, giver, receiver, clue, free, ids: slots.flatMap((slot) => hand[slot - 1] ?? []) }
    }
    default:
      return null
  }
}

/** What has happened to a card in a hand: when it was drawn, and which clues touched it. */
export function cardStory(events: readonly TurnEvent[], clues: readonly GivenClue[], id: number): CardStory {
  const drew = events.find((event) => event.kind === 'drew' && event.id === id)
  return { drawn: drew?.turn ?? 0, clues: clues.filter((clue) => clue.ids.includes(id)) }
}

/** The clue that was given last, until everybody has had a turn since. */
export function lastClue(
  clues: readonly GivenClue[],
  events: readonly TurnEvent[],
  players: number,
): GivenClue | null {
  const last = clues.at(-1)
  if (!last) return null
  const since = events.filter((event) => event.turn > last.turn && event.kind !== 'rearranged')
  return new Set(since.map((event) => event.turn)).size < players ? last : null
}
