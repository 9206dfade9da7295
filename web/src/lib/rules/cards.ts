/** Cards and suits as the screen needs them. A face is written as the records do: `r3`. */

import type { RulesInfo, SuitInfo } from '@/lib/generated/types'

export type Face = string

interface FaceParts {
  readonly suit: SuitInfo
  readonly index: number
  readonly rank: number
}

/** The suit and the rank of a face, or null for what is no card of these rules. */
export function readFace(suits: readonly SuitInfo[], face: Face): FaceParts | null {
  const index = suits.findIndex((suit) => suit.letter === face[0])
  const suit = suits[index]
  const rank = Number(face.slice(1))
  return suit && rank >= 1 && rank <= suit.copies.length ? { suit, index, rank } : null
}

const faces = new WeakMap<readonly SuitInfo[], readonly Face[]>()

/** Every face there is, suit by suit. */
export function allFaces(suits: readonly SuitInfo[]): readonly Face[] {
  const known = faces.get(suits)
  if (known) return known
  const made = suits.flatMap((suit) => suit.copies.map((_, index) => `${suit.letter}${index + 1}`))
  faces.set(suits, made)
  return made
}

/** Every rank that some suit has, in rising order. */
export function allRanks(suits: readonly SuitInfo[]): readonly number[] {
  const most = Math.max(0, ...suits.map((suit) => suit.copies.length))
  return Array.from({ length: most }, (_, index) => index + 1)
}

/** The name under which the colours of a suit are kept. */
export function suitKey(suits: readonly SuitInfo[], letter: string): string {
  return suits.find((suit) => suit.letter === letter)?.name ?? ''
}

/** The suit that a clue names, or null for a value. */
export function suitOfClue(rules: RulesInfo, clue: string): SuitInfo | null {
  if (!rules.colours.includes(clue)) return null
  return rules.suits.find((suit) => suit.letter === clue) ?? null
}

/** The letter of a seat in notation. */
export function seatLetter(seat: number): string {
  return String.fromCharCode(65 + seat)
}
