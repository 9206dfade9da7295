/** The table in words: for the log, for labels, for people who listen. */

import { readFace, suitOfClue, type Face } from './cards'
import { fromServer, t } from './i18n/index.svelte'
import type { Marks } from './marks'
import { readAction } from './notation'
import type { EventInfo, HeldCard, RulesInfo, SuitInfo, TableInfo } from './types'

/** Somebody at the table; a language may say "you" where the reader is meant. */
export interface Who {
  readonly name: string
  readonly you: boolean
}

export function whoIs(table: TableInfo, seat: number | null): Who {
  const name = seat === null ? '' : table.seats[seat]?.name || t().table.seat(seat + 1)
  return { name, you: seat !== null && seat === table.seat }
}

export function suitName(suit: SuitInfo): string {
  return t().suits[suit.name] ?? suit.name
}

/** A face in words: "red 3". */
export function faceName(suits: readonly SuitInfo[], face: Face): string {
  const parts = readFace(suits, face)
  return parts ? t().card.face(suitName(parts.suit), parts.rank) : face
}

/** A clue in words: "red", "ones". */
export function clueName(rules: RulesInfo, clue: string): string {
  const suit = suitOfClue(rules, clue)
  return suit ? suitName(suit) : t().card.value(Number(clue))
}

/** What happened, as a sentence; empty for what goes without saying, such as drawing a card. */
export function eventSentence(table: TableInfo, event: EventInfo): string {
  const { rules } = table
  const texts = t().events
  const who = whoIs(table, event.seat)
  const card = event.card ? faceName(rules.suits, event.card) : ''
  switch (event.event) {
    case 'Clued':
      return texts.clued({
        who,
        receiver: whoIs(table, event.receiver),
        clue: clueName(rules, event.clue ?? ''),
        slots: event.slots ?? [],
        free: event.free,
      })
    case 'Played':
      if (rules.game === 'andrewz') return texts.laid({ who, card })
      return event.fits
        ? texts.played({ who, card, slot: event.slot ?? 0 })
        : texts.failed({ who, card, slot: event.slot ?? 0, strike: fromServer(rules.words?.strike ?? '') })
    case 'Discarded':
      return texts.discarded({ who, card })
    case 'Completed':
      return texts.completed({
        suit: suitByName(rules, event.suit),
        token: event.token,
        clue: fromServer(rules.words?.clue ?? ''),
      })
    case 'Revealed':
      return texts.revealed({ who, tile: tileName(event.tile), lost: event.lost })
    case 'WentBack':
      return texts.wentBack({ who, card })
    case 'Encored':
      return texts.encored({ who, card, fits: event.fits ?? false })
    case 'Rearranged':
      return texts.rearranged({ who })
    case 'Passed':
      return rules.game === 'andrewz' ? texts.passed({ who }) : texts.passedOver({ who })
    case 'LastRound':
      return texts.lastRound
    case 'Closed':
      return texts.closed({ suit: suitByName(rules, event.suit), count: event.count ?? 0 })
    case 'Drew':
      return event.count === null ? '' : texts.drew({ who, count: event.count })
    default:
      return ''
  }
}

function suitByName(rules: RulesInfo, text: string | null): string {
  const suit = rules.suits.find((one) => one.name === text || one.letter === text)
  return suit ? suitName(suit) : (text ?? '')
}

export function tileName(tile: string | null): string {
  return tileTexts(tile)?.name ?? tile ?? ''
}

export function tileWords(tile: string | null): string {
  return tileTexts(tile)?.words ?? ''
}

function tileTexts(tile: string | null): { readonly name: string; readonly words: string } | undefined {
  const kinds: Readonly<Record<string, { readonly name: string; readonly words: string }>> = t().tiles.kinds
  return kinds[tile ?? '']
}

/** What the clues say about a card: "told red and ones; not blue". */
export function toldWords(rules: RulesInfo, held: HeldCard): string {
  const yes = [...held.yes].map((clue) => clueName(rules, clue))
  const no = [...held.no].map((clue) => clueName(rules, clue))
  return t().card.told(yes, no)
}

/** What a card may be, as briefly as it can be said: "red 1 to 5", or suits and ranks. */
export function possibleWords(marks: Marks): string {
  const suits = marks.suits.filter((pip) => pip.state === 'open').map((pip) => suitName(pip.suit))
  const ranks = marks.ranks.filter((pip) => pip.state === 'open').map((pip) => pip.rank)
  const everything = suits.length === marks.suits.length && ranks.length === marks.ranks.length
  return everything ? t().card.anything : t().card.mayBe(suits, ranks)
}

/** An action in notation, in words; empty where it cannot be read. */
export function actionWords(table: TableInfo, text: string): string {
  const { rules } = table
  const action = readAction(text)
  switch (action?.kind) {
    case undefined:
      return ''
    case 'play':
      return action.slot === 0 ? t().act.playDeck : t().act.playWords(action.slot)
    case 'discard':
      return t().act.discardWords(action.slot)
    case 'clue':
      return t().act.clueWords(whoIs(table, action.receiver).name, clueName(rules, action.clue))
    case 'rearrange':
      return t().act.rearrangeWords
    case 'back':
      return t().act.backWords(faceName(rules.suits, action.card))
    case 'encore':
      return t().act.encoreWords(faceName(rules.suits, action.card))
    case 'lay':
      return t().act.layWords(faceName(rules.suits, action.card))
    case 'drop':
      return t().act.dropWords(faceName(rules.suits, action.card))
    case 'pass':
      return t().act.passWords
  }
}
