/** What a card can still be: the one table look-up that the browser does by itself. */

import { allFaces, allRanks, type Face } from '@/lib/rules/cards'
import type { RulesInfo, SeenCard, SuitInfo } from '@/lib/generated/types'

/** open: it can be. counted: no clue excludes it, but all copies are accounted for. out: a clue excludes it. */
type PipState = 'open' | 'counted' | 'out'

interface SuitPip {
  readonly suit: SuitInfo
  readonly state: PipState
}

interface RankPip {
  readonly rank: number
  readonly state: PipState
}

export interface Marks {
  /** Whether any clue has touched the card. */
  readonly touched: boolean
  readonly faces: readonly Face[]
  readonly suits: readonly SuitPip[]
  readonly ranks: readonly RankPip[]
  /** The suit, where only one is left. */
  readonly suit: SuitInfo | null
  /** The rank, where only one is left. */
  readonly rank: number | null
}

/** The faces that every clue in `yes` touches and no clue in `no` does. */
export function possibleByClues(rules: RulesInfo, yes: string, no: string): readonly Face[] {
  return allFaces(rules.suits).filter(
    (face) =>
      [...yes].every((clue) => touches(rules, clue, face)) &&
      ![...no].some((clue) => touches(rules, clue, face)),
  )
}

export function touches(rules: RulesInfo, clue: string, face: Face): boolean {
  return rules.touch[clue]?.includes(face) ?? false
}

/** The marks of a card: by the clues alone, or by what is possible where the server says it. */
export function readMarks(rules: RulesInfo, held: SeenCard, possible: readonly Face[] | null = null): Marks {
  const told = possibleByClues(rules, held.yes, held.no)
  const faces = possible ?? told
  const state = (fits: (face: Face) => boolean): PipState =>
    faces.some(fits) ? 'open' : told.some(fits) ? 'counted' : 'out'
  const suits = rules.suits.map((suit) => ({ suit, state: state((face) => face[0] === suit.letter) }))
  const ranks = allRanks(rules.suits).map((rank) => ({ rank, state: state((face) => rankOf(face) === rank) }))
  return {
    touched: held.yes !== '',
    faces,
    suits,
    ranks,
    suit: only(suits.filter((pip) => pip.state === 'open'))?.suit ?? null,
    rank: only(ranks.filter((pip) => pip.state === 'open'))?.rank ?? null,
  }
}

function rankOf(face: Face): number {
  return Number(face.slice(1))
}

function only<T>(items: readonly T[]): T | null {
  return items.length === 1 ? (items[0] ?? null) : null
}
