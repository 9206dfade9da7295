/** Small tables for tests. The rules come from the engine: see `rules.json`. */

import type { ToldEvent } from '@/lib/table/events'
import type {
  HanabiView,
  Insight,
  Message,
  RulesInfo,
  SeatInfo,
  SeenCard,
  TableInfo,
  TableMessage,
} from '@/lib/generated/types'
import rules from './rules.json'

export const deluxe = rules.deluxe as unknown as RulesInfo
export const avalanche = rules.avalanche as unknown as RulesInfo

export function held(id: number, card: string | null, yes = '', no = ''): SeenCard {
  return { id, card, yes, no }
}

/** A text as the server sends it. */
export function said(text: string): Message {
  return { code: 'said.text', fields: { text }, text }
}

export function makeView(change: Partial<HanabiView> = {}): HanabiView {
  return {
    game: 'hanabi',
    seat: 0,
    turn: 0,
    first: 0,
    hands: [
      [held(0, null), held(1, null)],
      [held(2, 'r1'), held(3, 'b3')],
    ],
    displays: [0, 0, 0, 0, 0],
    discards: [],
    clues: 8,
    strikes: 0,
    deck_size: 40,
    turns_left: null,
    tiles_left: 0,
    tile: null,
    may_rearrange: [false, false],
    actions: [],
    result: null,
    deck: null,
    ...change,
  }
}

export function makeInsight(change: Partial<Insight> = {}): Insight {
  return { score: 0, best: 25, pace: 10, grade: null, possible: null, ...change }
}

/** An event of a kind; what the test does not say is filled in. */
export function makeEvent<Kind extends ToldEvent['kind']>(
  kind: Kind,
  turn: number,
  change: Partial<Extract<ToldEvent, { readonly kind: Kind }>> = {},
): ToldEvent {
  const people = { seat: 0, giver: 0, receiver: 1 }
  const cards = { id: 0, slot: 1, card: 'r1', fits: true, suit: 'red', count: 1, order: [1] }
  const rest = { clue: '1', slots: [1], free: false, token: false, tile: 'back', lost: false }
  return { ...people, ...cards, ...rest, kind, turn, ...change } as unknown as ToldEvent
}

export function makeSeat(change: Partial<SeatInfo> = {}): SeatInfo {
  return {
    kind: 'open',
    name: 'Ann',
    bot: '',
    taken: true,
    online: true,
    away_since: null,
    coach: 'off',
    stand_in: '',
    gone: false,
    coached: false,
    ...change,
  }
}

export function makeTable(change: Partial<TableInfo> = {}): TableInfo {
  return {
    id: 'abc',
    phase: 'playing',
    setup: {
      rules: 'deluxe',
      seats: [],
      first: null,
      spectators: 'public',
      undo: false,
      coach: true,
      detail: 'told',
      conventions: 'h-group-5',
      stand_in: 'ask',
      stand_in_minutes: 10,
      listed: false,
      deal: '',
    },
    rules: deluxe,
    seats: ['Ann', 'Bob'].map((name) => makeSeat({ name })),
    seat: 0,
    owner: true,
    first: 0,
    actions: [],
    undo: null,
    undo_to: null,
    hidden: null,
    taken_back: 0,
    conventions: 'h-group-5',
    no_coach: null,
    coach_refused: null,
    vote: null,
    paused: null,
    nudged: null,
    ended_early: false,
    news: [],
    watching: 0,
    following: '',
    follower: null,
    uploaded: false,
    notes: {},
    reasons: {},
    cited: {},
    stood_in: {},
    ...change,
  }
}

export function tableMessage(change: Partial<TableMessage> = {}): TableMessage {
  return {
    type: 'table',
    seq: 1,
    detail: 'told',
    table: makeTable(),
    view: makeView(),
    insight: makeInsight(),
    turns: [],
    said: [],
    ...change,
  }
}
