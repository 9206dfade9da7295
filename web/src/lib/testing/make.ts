/** Small tables for tests. The rules come from the engine: see `rules.json`. */

import type { EventInfo, HanabiView, HeldCard, RulesInfo, TableInfo, TableMessage } from '../types'
import rules from './rules.json'

export const deluxe = rules.deluxe as unknown as RulesInfo
export const avalanche = rules.avalanche as unknown as RulesInfo

export function held(id: number, card: string | null, yes = '', no = ''): HeldCard {
  return { id, card, yes, no, possible: null }
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
    deck: 40,
    turns_left: null,
    tiles_left: 0,
    tile: null,
    may_rearrange: [false, false],
    actions: [],
    score: 0,
    best: 25,
    pace: 10,
    result: null,
    undrawn: null,
    ...change,
  }
}

export function makeEvent(event: string, turn: number, change: Partial<EventInfo> = {}): EventInfo {
  return {
    event,
    turn,
    seat: null,
    receiver: null,
    clue: null,
    slots: null,
    free: false,
    slot: null,
    id: null,
    card: null,
    fits: null,
    suit: null,
    token: false,
    tile: null,
    lost: false,
    order: null,
    count: null,
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
      detail: 'told',
      listed: false,
      deal: '',
    },
    rules: deluxe,
    seats: ['Ann', 'Bob'].map((name) => ({ kind: 'open', name, bot: '', taken: true, online: true })),
    seat: 0,
    owner: true,
    first: 0,
    actions: [],
    undo: null,
    following: '',
    uploaded: false,
    notes: {},
    reasons: {},
    ...change,
  }
}

export function tableMessage(change: Partial<TableMessage> = {}): TableMessage {
  return { type: 'table', seq: 1, table: makeTable(), view: makeView(), events: [], said: [], ...change }
}
