/** How a co-operative game is shown. */

import { label, t, tell } from '@/lib/words/index.svelte'
import type { TurnEvent } from '@/lib/table/events'
import { dealtSize } from '@/lib/table/moves'
import type { HanabiResult, HanabiView, Insight, RulesInfo } from '@/lib/generated/types'
import { tokenName, whoIs } from '@/lib/words/speech'
import type { TableContext } from '../context.svelte'
import type { Ending, GameScreen, Verb } from '../games'
import Arrows from './Arrows.svelte'
import CardTools from './CardTools.svelte'
import Displays from './Displays.svelte'
import Hand from './Hand.svelte'
import HandMenu from './HandMenu.svelte'
import Matrix from './Matrix.svelte'
import OwnHand from './OwnHand.svelte'
import PileSheet from './PileSheet.svelte'
import Piles from './Piles.svelte'
import Story from './Story.svelte'
import TilePanel from './TilePanel.svelte'
import Tokens from './Tokens.svelte'

type At = TableContext<HanabiView>

const NOTATION = [
  ['p3', 'keys.in-play'],
  ['d1', 'keys.in-discard'],
  ['cBr', 'keys.in-colour'],
  ['cB1', 'keys.in-value'],
  ['oA21345', 'keys.in-order'],
  ['fBr', 'keys.in-free'],
  ['br3 / er3', 'keys.in-tile'],
] as const

export const hanabi: GameScreen<HanabiView> = {
  compact: false,
  OtherHand: Hand,
  OwnHand,
  Left: Tokens,
  Centre: Displays,
  Right: Piles,
  Pile: PileSheet,
  Overlay: Arrows,
  Counts: Matrix,
  // In a branch every hand lies open and is played from where it lies: one's own stays at the lower edge.
  lowerSeat: ({ session, table }) => table.seat ?? session.live.table?.seat ?? null,
  handSize: ({ session, view }) =>
    Math.max(1, ...view.hands.map((hand, seat) => dealtSize(hand.length, seat, session.events))),

  Decision: TilePanel,
  mustDecide: (view) => view.tile !== null,
  HandMenu,
  prompt,
  freeVerbs: ({ session, view }) =>
    session.mine && view.actions.includes('p0') ? [{ action: 'p0', name: t('act.press-deck') }] : [],
  cardName: (_, slot) => t('act.chosen', { slot }),
  cardVerbs,
  cardHint: () => '',
  CardTools,
  CardStory: Story,
  mayRearrange: (view, seat) => view.may_rearrange[seat] ?? false,
  cardId: (view, seat, slot) => view.hands[seat]?.[slot - 1]?.id ?? null,

  cardNotation: (_, slot) => String(slot),
  notation: NOTATION,
  commandHint: () => t('act.command-hint'),
  talk: (rules) => rules.talk,
  ending,
  branchEnding: ({ view, rules }) =>
    t('what-if.over', { score: view.result?.score ?? 0, most: rules.points }),
  formats: ['tamaya', 'hanablive'],
}

function prompt({ session, table, rules, view }: At): string {
  const clueable = view.actions.some((action) => action.startsWith('c'))
  const ask =
    session.branch && view.turn !== null
      ? t('what-if.choose', { who: whoIs(table, view.turn).name })
      : clueable
        ? t('act.choose')
        : t('act.choose-no-clue')
  return view.clues === 0 ? `${ask} ${t('act.no-clues', { clues: tokenName(rules, 'clue', 0) })}` : ask
}

function cardVerbs({ session, view }: At, slot: number): readonly Verb[] {
  const verbs: readonly Verb[] = [
    { action: `p${slot}`, name: t('act.play'), label: t('act.press-play', { slot }), primary: true },
    { action: `d${slot}`, name: t('act.discard'), label: t('act.press-discard', { slot }) },
  ]
  return session.mine ? verbs.filter((verb) => view.actions.includes(verb.action)) : []
}

function ending({ session, table, rules, view, insight }: At): Ending {
  const { result } = view
  const lost = result?.outcome === 'lost'
  const remarks: string[] = []
  if (result && lost && result.counted !== result.score)
    remarks.push(t('end-page.would-have', { counted: result.counted }))
  if (result && result.accolades.length > 0) {
    const accolades = result.accolades.map((one) => label('accolade', one.replaceAll(' ', '-')))
    remarks.push(t('result.accolades', { accolades }))
  }
  return {
    heading: table.ended_early ? t('company.ended-early') : heading(result, insight),
    joy: joy(result, rules.points),
    lost,
    score: result ? t('end-page.scored', { score: result.score, most: rules.points }) : '',
    words: table.ended_early ? t('company.ended-words') : tell(insight?.grade?.applause ?? result?.why ?? ''),
    remarks,
    standings: [],
    counts: counts(session.allEvents, rules),
  }
}

function heading(result: HanabiResult | null, insight: Insight | null): string {
  if (result?.outcome === 'lost') return t('end-page.lost')
  if (insight?.grade) return tell(insight.grade.name)
  return result?.outcome === 'perfect' ? t('end-page.perfect') : t('result.counted')
}

function joy(result: HanabiResult | null, points: number): number {
  if (!result || result.outcome === 'lost') return 0
  return result.outcome === 'perfect' ? 1 : Math.max(0.1, result.score / Math.max(1, points))
}

function counts(events: readonly TurnEvent[], rules: RulesInfo): readonly string[] {
  const count = (test: (event: TurnEvent) => boolean): number => events.filter(test).length
  const clues = count((event) => event.kind === 'clued')
  const strikes = count((event) => event.kind === 'played' && !event.fits)
  return [
    ...(clues > 0 ? [t('end-page.story-clues', { clues })] : []),
    t('end-page.story-plays', { plays: count((event) => event.kind === 'played' && event.fits) }),
    t('end-page.story-discards', { discards: count((event) => event.kind === 'discarded') }),
    t('end-page.story-strikes', { strikes, name: tokenName(rules, 'strike', strikes) }),
  ]
}
