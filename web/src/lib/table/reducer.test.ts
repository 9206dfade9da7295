import { expect, test } from 'vitest'
import { makeEvent, makeInsight, makeTable, makeView, said, tableMessage } from '@/lib/testing/make'
import type { ServerMessage } from '@/lib/generated/types'
import { NOTHING, reduce, type TableState } from './reducer'

const fold = (...messages: ServerMessage[]): TableState => messages.reduce(reduce, NOTHING)
const played = (turn: number) =>
  makeEvent('played', turn, { seat: 0, slot: 1, id: turn, card: 'r1', fits: true })
const moved = (seq: number, action: string, turn: number): ServerMessage => ({
  type: 'moved',
  seq,
  action,
  view: makeView({ turn: turn % 2 }),
  insight: makeInsight(),
  events: [played(turn)],
  reason: [],
  conventions: [],
  stand_in: '',
  undo_to: null,
})

test('a move is added to the table', () => {
  const state = fold(tableMessage({ seq: 3 }), moved(4, 'p1', 1))
  expect(state.seq).toBe(4)
  expect(state.table?.actions).toEqual(['p1'])
  expect(state.events).toHaveLength(1)
  expect(state.view?.turn).toBe(1)
  expect(state.gap).toBe(false)
})

test('a move that came twice counts once', () => {
  const state = fold(tableMessage({ seq: 3 }), moved(4, 'p1', 1), moved(4, 'p1', 1))
  expect(state.table?.actions).toEqual(['p1'])
})

test('the end of the game changes the phase', () => {
  const result = {
    outcome: 'lost',
    score: 0,
    counted: 3,
    why: { code: '', fields: {} },
    accolades: [],
  } as const
  const state = fold(tableMessage(), {
    type: 'moved',
    seq: 2,
    action: 'p1',
    view: makeView({ turn: null, result }),
    insight: makeInsight(),
    events: [played(1)],
    reason: [said('it fits')],
    conventions: ['finesse'],
    stand_in: 'partner',
    undo_to: 0,
  })
  expect(state.table?.reasons).toEqual({ 1: [said('it fits')] })
  expect(state.table?.stood_in).toEqual({ 1: 'partner' })
  expect(state.table?.cited).toEqual({ 1: ['finesse'] })
  expect(state.table?.phase).toBe('over')
})

test('what was taken back is forgotten', () => {
  const after = fold(
    tableMessage({ seq: 3 }),
    moved(4, 'p1', 1),
    moved(5, 'd1', 2),
    tableMessage({ seq: 7, table: makeTable({ actions: ['p1'] }) }),
  )
  expect(after.events.map((event) => event.turn)).toEqual([1])
  expect(after.gap).toBe(false)
})

test('coming back brings only what is new', () => {
  const table = makeTable({ actions: ['p1', 'd1'] })
  const state = fold(
    tableMessage({ seq: 3 }),
    moved(4, 'p1', 1),
    tableMessage({ seq: 5, table, turns: [[makeEvent('discarded', 2)]] }),
  )
  expect(state.events.map((event) => event.kind)).toEqual(['played', 'discarded'])
  expect(state.gap).toBe(false)
})

test('a hole in the story is noticed', () => {
  const table = makeTable({ actions: ['p1', 'd1'] })
  expect(fold(tableMessage({ seq: 5, table, turns: [[makeEvent('discarded', 2)]] })).gap).toBe(true)
})

test('words, presence, thinking and errors have their places', () => {
  const state = fold(
    tableMessage(),
    { type: 'said', seq: 2, said: { name: 'Bob', seat: 1, text: 'hello' } },
    { type: 'presence', online: [true, false], away_since: [null, '2026-11-17T10:00:00Z'], watching: 2 },
    { type: 'thinking', seat: 1, preparing: false },
    {
      type: 'error',
      code: 'late',
      sentence: 'the table has moved on',
      message: { code: 'refused.moved-on', fields: {} },
    },
  )
  expect(state).toMatchObject({ seq: 2, online: [true, false], watching: 2, thinking: 1 })
  expect(state.said).toHaveLength(1)
  expect(state.error?.code).toBe('late')
  expect(reduce(state, { type: 'done', seq: 3 }).error).toBeNull()
  expect(reduce(state, { type: 'thinking', seat: 1, preparing: true }).preparing).toBe(true)
})
