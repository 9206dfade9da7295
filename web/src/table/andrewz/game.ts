/** How andrewz is shown: one sees one's own hand, races to be rid of it, and knows the others by their numbers. */

import { t } from '@/lib/words/index.svelte'
import type { AndrewzView } from '@/lib/generated/types'
import { faceName, whoIs } from '@/lib/words/speech'
import type { TableContext } from '../context.svelte'
import type { Ending, GameScreen, Verb } from '../games'
import Deck from './Deck.svelte'
import Discards from './Discards.svelte'
import OtherHand from './OtherHand.svelte'
import OwnHand from './OwnHand.svelte'
import PileSheet from './PileSheet.svelte'
import Piles from './Piles.svelte'
import { verbsFor } from './verbs'

/** Cards that have room side by side; more of them overlap. */
const PLACES = 8

type At = TableContext<AndrewzView>

const NOTATION = [
  ['pr3', 'keys.in-lay'],
  ['dr1', 'keys.in-drop'],
  ['pass', 'keys.in-pass'],
] as const

export const andrewz: GameScreen<AndrewzView> = {
  compact: true,
  OtherHand,
  OwnHand,
  Left: Deck,
  Centre: Piles,
  Right: Discards,
  Pile: PileSheet,
  Overlay: null,
  Counts: null,
  lowerSeat: ({ session }) => session.actor,
  handSize: () => PLACES,

  Decision: null,
  mustDecide: () => false,
  HandMenu: null,
  prompt: () => t('andrewz-board.choose'),
  freeVerbs: ({ session, view }) =>
    session.mine
      ? [{ action: 'pass', name: t('andrewz-board.pass'), disabled: !view.actions.includes('pass') }]
      : [],
  cardName: (at, slot) => faceName(at.rules.suits, cardAt(at, slot)),
  cardVerbs,
  cardHint: (at, slot) =>
    at.session.mine && cardVerbs(at, slot).length === 0 ? t('andrewz-board.unfit') : '',
  CardTools: null,
  CardStory: null,
  mayRearrange: () => false,
  cardId: () => null,

  cardNotation: cardAt,
  notation: NOTATION,
  commandHint: () => t('act.command-hint-andrewz'),
  talk: () => 'open',
  ending,
  branchEnding: () => t('what-if.over-andrewz'),
  formats: ['tamaya'],
}

function cardAt({ session, view }: At, slot: number): string {
  return (session.actor === null ? null : view.hands[session.actor]?.[slot - 1]) ?? ''
}

function cardVerbs(at: At, slot: number): readonly Verb[] {
  return at.session.mine ? verbsFor(at.view, cardAt(at, slot)) : []
}

function ending({ session, table, view }: At): Ending {
  const { result } = view
  const count = (kind: string): number => session.allEvents.filter((event) => event.kind === kind).length
  return {
    heading: table.ended_early
      ? t('company.ended-early')
      : result?.winner == null
        ? t('result.andrewz-blocked')
        : t('result.andrewz-won', { who: whoIs(table, result.winner) }),
    joy: result?.outcome === 'won' ? 0.6 : 0,
    lost: false,
    score: '',
    words: table.ended_early ? t('company.ended-words') : '',
    remarks: [],
    standings: result?.standings ?? [],
    counts: [
      t('end-page.story-plays', { plays: count('andrewz-played') }),
      t('end-page.story-discards', { discards: count('andrewz-discarded') }),
    ],
  }
}
