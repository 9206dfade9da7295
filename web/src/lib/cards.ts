/** Cards and suits as the screen needs them. A face is written as the records do: `r3`. */

import type { RulesInfo, SuitInfo } from './types'

export type Face = string

export interface FaceParts {
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

const COLOURED = new Set([
  'white', 'red', 'blue', 'yellow', 'green', 'multicolour', 'rainbow', 'black', 'purple', 'teal', 'pink', 'brown',
  'colourless', 'omni', 'null', 'muddy', 'light',
])

/** The key under which `suits.css` keeps the colours of a suit. */
export function suitKey(suits: readonly SuitInfo[], letter: string): string {
  const index = suits.findIndex((suit) => suit.letter === letter)
  const name = suits[index]?.name ?? ''
  return COLOURED.has(name) ? name : `other-${Math.max(0, index) % 4}`
}

/** The suit that a clue names, or null for a value. */
export function suitOfClue(rules: RulesInfo, clue: string): SuitInfo | null {
  if (!rules.colours.includes(clue)) return null
  return rules.suits.find((suit) => suit.letter === clue) ?? null
}

/** How many copies of a face the deck has. */
export function copiesOf(suits: readonly SuitInfo[], face: Face): number {
  const parts = readFace(suits, face)
  return parts?.suit.copies[parts.rank - 1] ?? 0
}

/** The letter of a seat in notation. */
export function seatLetter(seat: number): string {
  return String.fromCharCode(65 + seat)
}
