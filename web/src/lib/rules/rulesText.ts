/** Rules texts such as `deluxe+black-powder+hand=4`: taken apart for a form, put together for the server.

 Whether a text makes sense is for the server to say; nothing here refuses anything. */

import type { RulesInfo } from '@/lib/generated/types'
import { QUESTIONS } from './setup'

export interface RulesDraft {
  readonly edition: string
  /** Add-ons and variants. */
  readonly parts: readonly string[]
  /** [house option] its value as written; `suits` stands apart. */
  readonly options: Readonly<Record<string, string>>
  /** The table's own list of suits, each as written; null where the edition's own are in the deck. */
  readonly suits: readonly string[] | null
}

/** The order in which the server writes them. */
const PARTS = [
  'avalanche', 'black-powder', 'flamboyants', 'final-flourish', 'variant-1', 'variant-2', 'variant-3', 'variant-4',
] as const // prettier-ignore
const OPTIONS = [
  'suits', 'seats', 'hand', 'clues', 'strikes', 'empty', 'discard-full', 'deck-play', 'rearrange', 'talk',
] as const // prettier-ignore

export function readRules(text: string): RulesDraft {
  const [edition = '', ...items] = text.trim().toLowerCase().split('+')
  const parts: string[] = []
  const options: Record<string, string> = {}
  let suits: readonly string[] | null = null
  for (const item of items) {
    const at = item.indexOf('=')
    if (at < 0) parts.push(item)
    else if (item.slice(0, at) === 'suits')
      suits = item
        .slice(at + 1)
        .split(',')
        .filter(Boolean)
    else options[item.slice(0, at)] = item.slice(at + 1)
  }
  return { edition, parts: parts.filter(Boolean), options, suits }
}

export function writeRules(draft: RulesDraft): string {
  const values: Readonly<Record<string, string>> = draft.suits
    ? { ...draft.options, suits: draft.suits.join(',') }
    : draft.options
  return [
    draft.edition,
    ...inOrder(draft.parts, PARTS),
    ...inOrder(Object.keys(values), OPTIONS).map((name) => `${name}=${values[name] ?? ''}`),
  ].join('+')
}

function inOrder(names: readonly string[], order: readonly string[]): readonly string[] {
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return names.toSorted((one, other) => place(one) - place(other))
}

/** The game that an edition is of. */
export function gameOf(edition: string): RulesInfo['game'] {
  return edition === 'andrewz' ? 'andrewz' : 'hanabi'
}

/** Another edition: what the house changed stays, what the old box held goes. */
export function withEdition(draft: RulesDraft, edition: string): RulesDraft {
  if (!QUESTIONS[gameOf(edition)].parts) return { edition, parts: [], options: {}, suits: null }
  return { ...draft, edition, parts: [] }
}

export function withPart(draft: RulesDraft, part: string, on: boolean): RulesDraft {
  const others = draft.parts.filter((one) => one !== part)
  return { ...draft, parts: on ? [...others, part] : others }
}

/** Sets an option; an empty value leaves it to the edition. */
export function withOption(draft: RulesDraft, name: string, value: string): RulesDraft {
  const { [name]: _, ...others } = draft.options
  return { ...draft, options: value ? { ...others, [name]: value } : others }
}

/** How many things a draft changes beyond the box and its parts. */
/** How many rules are not as in the box; how a table talks is no rule. */
export function countHouseRules(draft: RulesDraft): number {
  return Object.keys(draft.options).filter((name) => name !== 'talk').length + (draft.suits ? 1 : 0)
}

// Suits.

export type Touch = 'own' | 'all' | 'none'

/** A suit by its properties, as the rules text names them. */
export interface SuitDraft {
  readonly name: string
  readonly letter: string
  readonly colours: Touch
  readonly named: boolean
  readonly values: Touch
  /** A digit for each rank. */
  readonly copies: string
  readonly builds: 'up' | 'down'
  readonly scores: 'cards' | 'missing'
}

const COLOURS: readonly string[] = ['white', 'red', 'blue', 'yellow', 'green']

/** The suits of a draft: its own list, or the five of every box. */
export function suitsOf(draft: RulesDraft): readonly string[] {
  return draft.suits ?? COLOURS
}

/** Another list of suits; the five of the box in any order need not be said. */
export function withSuits(draft: RulesDraft, suits: readonly string[]): RulesDraft {
  const plain = suits.length === COLOURS.length && COLOURS.every((name) => suits.includes(name))
  return { ...draft, suits: plain ? null : suits }
}

export function withSuit(draft: RulesDraft, name: string, on: boolean): RulesDraft {
  const others = suitsOf(draft).filter((suit) => suit !== name)
  return withSuits(draft, on ? [...others, name] : others)
}

export const ORDINARY: Omit<SuitDraft, 'name' | 'letter'> = {
  colours: 'own',
  named: true,
  values: 'own',
  copies: '32221',
  builds: 'up',
  scores: 'cards',
}

const PROPERTIES = ['colours', 'named', 'values', 'copies', 'builds', 'scores'] as const

/** A suit of one's own as the rules text has it: its name and what is not ordinary. */
export function writeSuit(suit: SuitDraft): string {
  const said: string[] = [suit.name]
  if (suit.letter && suit.letter !== suit.name[0]) said.push(`letter=${suit.letter}`)
  for (const name of PROPERTIES) {
    const value = suit[name]
    if (value !== ORDINARY[name]) said.push(`${name}=${value === false ? 'no' : value}`)
  }
  return said.join(':')
}

/** The name with which a written suit begins. */
export function suitTitle(written: string): string {
  return written.split(':')[0] ?? written
}

/** What the user typed as the name of a suit, as a rules text wants it. */
export function tidySuitName(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z-]/g, '')
}
