import { beforeEach, expect, test, vi } from 'vitest'
import { api, Refused } from '@/lib/net/api'
import { newBranch } from '@/lib/review/branch'
import { held, makeEvent, makeTable, makeView, tableMessage } from '@/lib/testing/make'
import { FakeSocket } from '@/lib/testing/socket'
import type { Moment, TableMessage } from '@/lib/generated/types'
import { TableSession } from './session.svelte'

const actions = ['cB1', 'p1', 'd1']
const events = [
  makeEvent('clued', 1, { giver: 0, receiver: 1, clue: '1', slots: [1] }),
  makeEvent('played', 2, { seat: 1, card: 'r1', fits: true }),
  makeEvent('discarded', 3, { seat: 0, card: 'b4' }),
]

function moment(turn: number, clues: number): Moment {
  return { turn, view: makeView({ clues, turn: turn % 2 }), insight: null, turns: [] }
}

beforeEach(() => {
  vi.spyOn(api, 'moment').mockImplementation((_, turn) => Promise.resolve(moment(turn, turn)))
  vi.spyOn(api, 'line').mockImplementation((_, line) =>
    Promise.resolve(moment(line.turn + line.actions.length, 20 + line.actions.length)),
  )
})

function sit(change: Partial<TableMessage> = {}): { session: TableSession; socket: FakeSocket } {
  const socket = new FakeSocket()
  const session = new TableSession('abc', 'deduced', null, () => socket as unknown as WebSocket)
  socket.open()
  socket.tell(
    tableMessage({ table: makeTable({ actions }), turns: events.map((event) => [event]), ...change }),
  )
  return { session, socket }
}

test('another turn is fetched, and until it is there the screen keeps what it has', async () => {
  const { session } = sit({ view: makeView({ clues: 8 }) })
  session.turn = 1
  expect(session.time.loading).toBe(true)
  expect(session.view).toMatchObject({ clues: 8 })
  await vi.waitFor(() => expect(session.time.loading).toBe(false))
  expect(session.view).toMatchObject({ clues: 1 })
  expect(session.events.map((event) => event.turn)).toEqual([1])
})

test('the turns beside it are fetched too, and none twice', async () => {
  const { session } = sit()
  session.turn = 1
  await vi.waitFor(() => expect(session.time.loading).toBe(false))
  session.turn = 2
  await Promise.resolve()
  expect(
    vi
      .mocked(api.moment)
      .mock.calls.map(([, turn]) => turn)
      .toSorted(),
  ).toEqual([0, 1, 2, 3])
})

test('a turn that the server refuses leads back to now, with its sentence', async () => {
  vi.mocked(api.moment).mockRejectedValue(
    new Refused({ code: 'hidden', sentence: 'not for you', message: { code: 'not for you', fields: {} } }),
  )
  const { session } = sit()
  session.turn = 1
  await vi.waitFor(() => expect(session.turn).toBeNull())
  expect(session.live.error).toBe('not for you')
})

test('one acts now and in turn, never in the past', () => {
  const { session } = sit()
  expect([session.due, session.mine]).toEqual([true, true])
  session.turn = 1
  expect([session.due, session.mine, session.open]).toEqual([true, false, false])
})

test('a second action waits for the answer to the first', () => {
  const { session, socket } = sit()
  session.act('p1')
  session.act('p1')
  expect(socket.sent.filter((message) => message.type === 'act')).toHaveLength(1)
  socket.tell({ type: 'done' } as never)
  session.act('p2')
  expect(socket.sent.filter((message) => message.type === 'act')).toHaveLength(2)
})

test('in a branch the table goes on from its turn, and the viewer acts for the seat on turn', async () => {
  const { session, socket } = sit()
  await session.variation.follow(newBranch(1, ['d2']), 2)
  expect(session.table?.actions).toEqual(['cB1', 'd2'])
  expect(session.table?.seat).toBeNull()
  expect(session.actor).toBe(0)
  expect(session.mine).toBe(true)
  session.act('p1')
  await vi.waitFor(() => expect(session.table?.actions).toEqual(['cB1', 'd2', 'p1']))
  expect(socket.sent.filter((message) => message.type === 'act')).toEqual([])
})

test('leaving a branch leads to the turn where it began', async () => {
  const { session } = sit()
  await session.variation.follow(newBranch(1, ['d2']), 2)
  session.variation.leave()
  expect(session.branch).toBeNull()
  expect(session.turn).toBe(1)
  expect(session.table?.actions).toEqual(actions)
})

test('a branch that cannot be played leaves all as it is, and says why', async () => {
  vi.mocked(api.line).mockRejectedValue(
    new Refused({ code: 'illegal', sentence: 'no such card', message: { code: 'no such card', fields: {} } }),
  )
  const { session } = sit()
  await session.variation.follow(newBranch(1, ['p9']), 2)
  expect(session.branch).toBeNull()
  expect(session.live.error).toBe('no such card')
})

test('a clue belongs to the cards that it touched', () => {
  const { session } = sit({
    view: makeView({ hands: [[held(0, null)], [held(7, 'r1', '1')]] }),
    table: makeTable({ actions: actions.slice(0, 1) }),
    turns: [events.slice(0, 1)],
  })
  expect(session.story(7).clues.map((clue) => clue.turn)).toEqual([1])
})

test('where the server does not know whether a wish took effect, the table is asked for again', () => {
  const { session, socket } = sit()
  session.act('p1')
  const sentence = 'the connection to the database broke'
  socket.tell({ type: 'error', code: 'unknown', sentence, message: { code: sentence, fields: {} } })
  expect(socket.sent.at(-1)).toMatchObject({ type: 'hello', seen: 0 })
  expect(session.live.error).toBe(sentence)
  expect(session.live.missing).toBe(false)
})

test('a table that cannot be read says so, and is not asked for again', () => {
  const { session, socket } = sit()
  const sentence = 'this game cannot be read'
  socket.tell({ type: 'error', code: 'damaged', sentence, message: { code: sentence, fields: {} } })
  expect([session.live.missing, session.live.damaged, session.live.link]).toEqual([true, true, 'closed'])
  expect(session.live.error).toBe(sentence)
})
