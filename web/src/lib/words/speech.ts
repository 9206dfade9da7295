/** The table in words: for the log, for labels, for people who listen. */

import {
  label,
  language,
  listed,
  paragraph,
  t,
  tell,
  type Message,
  type Reader,
} from '@/lib/words/index.svelte'
import { readFace, seatLetter, suitOfClue, type Face } from '@/lib/rules/cards'
import type { LastCopyLost } from '@/lib/table/events'
import type { ClueOption, GivenClue } from '@/lib/table/clues'
import type { Marks } from '@/lib/table/marks'
import { readAction } from '@/lib/table/notation'
import type { Field, Person } from './say'
import { clock } from './when'
import type { GameEvent, RulesInfo, SeenCard, SuitInfo, TableInfo } from '@/lib/generated/types'

/** A player at the table; a language may say "you" where the reader is meant. */
export type Who = Person

/** What must be known of a table to speak about it. */
export type Setting = Pick<TableInfo, 'rules' | 'seats' | 'seat'>

/** What a seat is called where no player's name says it: by its letter in notation. */
export function seatName(seat: number): string {
  return t('table.seat', { letter: seatLetter(seat) })
}

/** That a player is away, and since when where that is known. */
export function awayWords(since: string | null): string {
  const when = since === null ? '' : clock(since, language.code)
  return when ? t('table.away-since', { when }) : t('table.away')
}

export function whoIs(table: Setting, seat: number | null): Who {
  const name = seat === null ? '' : table.seats[seat]?.name || seatName(seat)
  return { name, you: seat !== null && seat === table.seat }
}

/** What the edition calls so many of its tokens: "clue tokens", or "error tile" for one. */
export function tokenName(rules: RulesInfo, token: 'clue' | 'strike', count: number): string {
  const several = token === 'clue' ? 'clues' : 'strikes'
  const name = rules.words?.[count === 1 ? token : several]
  return name ? tell(name) : ''
}

export function suitName(suit: SuitInfo): string {
  return label('suit', suit.name)
}

/** A face in words: "red 3". */
export function faceName(suits: readonly SuitInfo[], face: Face): string {
  const parts = readFace(suits, face)
  return parts ? t('card.face', { suit: suitName(parts.suit), rank: parts.rank }) : face
}

/** A clue in words: "red", "ones". */
export function clueName(rules: RulesInfo, clue: string): string {
  const suit = suitOfClue(rules, clue)
  return suit ? suitName(suit) : t('card.value', { rank: Number(clue) })
}

/** What happened, as a sentence; empty for what goes without saying, such as drawing a card. */
export function eventSentence(table: Setting, event: GameEvent | LastCopyLost): string {
  const message = eventMessage(table, event)
  return message ? tell(message, readerOf(table)) : ''
}

/** What some events say one after the other: each but the last ends with a full stop. */
export function eventSentences(table: Setting, events: readonly (GameEvent | LastCopyLost)[]): string {
  const said = events.map((event) => eventSentence(table, event)).filter(Boolean)
  return paragraph(said.map((one, at) => (at === said.length - 1 ? one : sentence(one))))
}

/** A text with a full stop at its end, of the reader's language. */
export function sentence(text: string): string {
  return /[.!?:…。！？：]$/.test(text) ? text : text + language.catalogue.stop
}

/** To whom a table speaks: its names, and the seat of the viewer. */
export function readerOf(table: Setting): Reader {
  return { names: table.seats.map((_, seat) => whoIs(table, seat).name), seat: table.seat }
}

/** Messages as sentences, one after the other. */
export function sentences(table: TableInfo, found: readonly Message[]): string {
  return paragraph(found.map((one) => tell(one, readerOf(table))))
}

/** An event as a message: each of its fields as the sentences of the catalogue know it. */
function eventMessage(table: Setting, event: GameEvent | LastCopyLost): Message | null {
  if (event.kind === 'drew' || event.kind === 'ended' || event.kind === 'andrewz-ended') return null
  const { rules } = table
  const fields: Record<string, Field> = { ...event, strike: rules.words?.strike ?? '' }
  if ('seat' in event) fields['who'] = { seat: event.seat }
  if ('card' in event && event.card) fields['card'] = faceName(rules.suits, event.card)
  if ('suit' in event) fields['suit'] = suitByName(rules, event.suit)
  if (event.kind === 'last-copy') {
    const { suit } = readFace(rules.suits, event.card) ?? {}
    fields['suit'] = suit ? suitName(suit) : ''
    fields['way'] = suit && (suit.order[0] ?? 0) > (suit.order.at(-1) ?? 0) ? 'down' : 'up'
    fields['bonus'] = rules.bonus
  }
  if ('order' in event) fields['order'] = event.order.join(' ')
  if ('tile' in event) fields['tile'] = { code: `tile.${event.tile}`, fields: {} }
  if (event.kind === 'clued') {
    fields['giver'] = { seat: event.giver }
    fields['receiver'] = { seat: event.receiver }
    fields['about'] = clueName(rules, event.clue)
    fields['count'] = event.slots.length
  }
  if (event.kind === 'completed') {
    fields['returned'] = event.token
    fields['token'] = rules.words?.clue ?? ''
    fields['firework'] = rules.words?.firework ?? ''
  }
  return { code: `event.${event.kind}`, fields }
}

function suitByName(rules: RulesInfo, text: string): string {
  const suit = rules.suits.find((one) => one.name === text || one.letter === text)
  return suit ? suitName(suit) : text
}

/** A clue that was given, in the story of a card. */
export function clueLine(table: Setting, { turn, giver, clue }: GivenClue): string {
  return t('card.clue-line', { turn, giver: whoIs(table, giver), clue: clueName(table.rules, clue) })
}

/** Which slots a clue would touch, and how many of them for the first time. */
export function touchWords({ slots, fresh }: ClueOption): string {
  const all = fresh.length === slots.length
  return t('act.touches', { slots, count: slots.length, fresh: fresh.length, all })
}

export function tileName(tile: string | null): string {
  return tile ? label('tile-name', tile) : ''
}

export function tileWords(tile: string | null): string {
  return tile ? label('tile', tile) : ''
}

/** What the clues say about a card: "told red and ones; not blue". */
export function toldWords(rules: RulesInfo, held: SeenCard): string {
  const yes = [...held.yes].map((clue) => clueName(rules, clue))
  const no = [...held.no].map((clue) => clueName(rules, clue))
  const told = yes.length > 0 ? t('card.told', { clues: yes }) : ''
  const not = no.length > 0 ? t('card.not-told', { clues: no }) : ''
  return listed([told, not]) || t('card.nothing-told')
}

/** What a card may be, as briefly as it can be said: "red 1 to 5", or suits and ranks. */
export function possibleWords(marks: Marks): string {
  const suits = marks.suits.filter((pip) => pip.state === 'open').map((pip) => suitName(pip.suit))
  const ranks = marks.ranks.filter((pip) => pip.state === 'open').map((pip) => pip.rank)
  const everything = suits.length === marks.suits.length && ranks.length === marks.ranks.length
  if (everything) return t('card.anything')
  const run = ranks.length > 2 && (ranks.at(-1) ?? 0) - (ranks[0] ?? 0) === ranks.length - 1
  return t('card.may-be-any', { suits, ranks, run, first: ranks[0] ?? 0, last: ranks.at(-1) ?? 0 })
}

/** An action in notation, in words; empty where it cannot be read. */
export function actionWords(table: Setting, text: string): string {
  const { rules } = table
  const action = readAction(text)
  switch (action?.kind) {
    case undefined:
      return ''
    case 'play':
      return action.slot === 0 ? t('act.press-deck') : t('act.play-slot', { slot: action.slot })
    case 'discard':
      return t('act.discard-slot', { slot: action.slot })
    case 'clue':
      return t('act.clue-words', {
        who: whoIs(table, action.receiver).name,
        clue: clueName(rules, action.clue),
      })
    case 'rearrange':
      return t('act.rearrange-hand')
    case 'back':
      return t('act.back', { card: faceName(rules.suits, action.card) })
    case 'encore':
      return t('act.encore', { card: faceName(rules.suits, action.card) })
    case 'lay':
      return t('act.lay', { card: faceName(rules.suits, action.card) })
    case 'drop':
      return t('act.drop', { card: faceName(rules.suits, action.card) })
    case 'pass':
      return t('act.pass')
  }
}
