/** The table as this client knows it: a pure fold over the messages of the server. */

import type {
  ErrorMessage,
  Insight,
  MovedMessage,
  SaidInfo,
  ServerMessage,
  TableInfo,
  TableMessage,
  View,
} from '@/lib/generated/types'
import { numbered, type TurnEvent } from './events'

export interface TableState {
  readonly seq: number
  readonly table: TableInfo | null
  readonly view: View | null
  readonly insight: Insight | null
  readonly events: readonly TurnEvent[]
  readonly said: readonly SaidInfo[]
  readonly online: readonly boolean[]
  /** [seat] since when its guest is away, where that is known. */
  readonly awaySince: readonly (string | null)[]
  readonly watching: number
  /** The bot that takes its time. */
  readonly thinking: number | null
  /** Whether it cannot think yet, because something is compiled first, once on the server's machine. */
  readonly preparing: boolean
  readonly error: ErrorMessage | null
  /** Whether events are missing: the client then asks for everything. */
  readonly gap: boolean
}

export const NOTHING: TableState = {
  seq: 0,
  table: null,
  view: null,
  insight: null,
  events: [],
  said: [],
  online: [],
  awaySince: [],
  watching: 0,
  thinking: null,
  preparing: false,
  error: null,
  gap: false,
}

export function reduce(state: TableState, message: ServerMessage): TableState {
  switch (message.type) {
    case 'table':
      return withTable(state, message)
    case 'moved':
      return withMove(state, message)
    case 'said':
      return { ...state, seq: Math.max(state.seq, message.seq), said: [...state.said, message.said] }
    case 'presence':
      return {
        ...state,
        online: message.online,
        awaySince: message.away_since,
        watching: message.watching,
      }
    case 'thinking':
      return { ...state, thinking: message.seat, preparing: message.preparing }
    case 'error':
      return { ...state, error: message }
    case 'done':
      return { ...state, error: null }
    case 'pong':
      return state
  }
}

function withTable(state: TableState, message: TableMessage): TableState {
  const { table } = message
  // What was taken back, or replaced meanwhile, is forgotten; what came is put in its place.
  const kept = sharedTurns(state.table?.actions ?? [], table.actions)
  const before = Math.min(kept, table.actions.length - message.turns.length)
  const events = [
    ...state.events.filter((event) => event.turn <= before),
    ...numbered(message.turns, table.actions.length),
  ]
  return {
    ...state,
    seq: message.seq,
    table,
    view: message.view,
    insight: message.insight,
    events,
    said: message.said.length >= state.said.length ? message.said : state.said,
    online: table.seats.map((seat) => seat.online),
    awaySince: table.seats.map((seat) => seat.away_since),
    watching: table.watching,
    thinking: null,
    gap: message.view !== null && !coversAll(events, table.actions.length),
  }
}

function withMove(state: TableState, message: MovedMessage): TableState {
  const { seq, action, view, insight, events, reason, conventions, stand_in, undo_to } = message
  if (!state.table || seq <= state.seq) return state
  const actions = [...state.table.actions, action]
  const phase = view.result ? 'over' : state.table.phase
  const reasons =
    reason.length > 0 ? { ...state.table.reasons, [actions.length]: reason } : state.table.reasons
  const named =
    conventions.length > 0 ? { ...state.table.cited, [actions.length]: conventions } : state.table.cited
  const stood = stand_in ? { ...state.table.stood_in, [actions.length]: stand_in } : state.table.stood_in
  const all = [...state.events, ...numbered([events], actions.length)]
  return {
    ...state,
    seq,
    table: {
      ...state.table,
      actions,
      phase,
      reasons,
      cited: named,
      stood_in: stood,
      nudged: null,
      undo: null,
      undo_to,
    },
    view,
    insight,
    events: all,
    thinking: null,
    error: null,
    gap: !coversAll(all, actions.length),
  }
}

function sharedTurns(mine: readonly string[], theirs: readonly string[]): number {
  const differs = mine.findIndex((action, index) => action !== theirs[index])
  return differs === -1 ? mine.length : differs
}

/** Every action causes at least one event, so that a hole shows. */
function coversAll(events: readonly TurnEvent[], turns: number): boolean {
  return new Set(events.map((event) => event.turn)).size >= turns
}
