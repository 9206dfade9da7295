import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '@/lib/testing/socket'
import type { ServerMessage } from '@/lib/generated/types'
import { backoff, Connection, socketUrl, type Link } from './socket'

const sockets: FakeSocket[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sockets.length = 0
})
afterEach(() => vi.useRealTimers())

function connect(): { connection: Connection; links: Link[]; heard: ServerMessage[]; seen: { seq: number } } {
  const links: Link[] = []
  const heard: ServerMessage[] = []
  const seen = { seq: 0 }
  const connection = new Connection({
    url: 'ws://here',
    hello: () => ({ type: 'hello', seen: seen.seq, detail: 'told' }),
    onlink: (link) => links.push(link),
    onmessage: (message) => heard.push(message),
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  })
  return { connection, links, heard, seen }
}

test('it says hello, and again with what it has seen after a break', () => {
  const { links, heard, seen } = connect()
  sockets[0]?.open()
  expect(sockets[0]?.sent).toEqual([{ type: 'hello', seen: 0, detail: 'told' }])
  sockets[0]?.onmessage?.({ data: '{"type":"pong"}' })
  expect(heard).toEqual([{ type: 'pong' }])
  seen.seq = 7
  sockets[0]?.close()
  vi.advanceTimersByTime(1_000)
  sockets[1]?.open()
  expect(sockets[1]?.sent).toEqual([{ type: 'hello', seen: 7, detail: 'told' }])
  expect(links).toEqual(['connecting', 'open', 'lost', 'lost', 'open'])
})

test('what cannot be sent is not kept for later', () => {
  const { connection } = connect()
  expect(connection.send({ type: 'act', action: 'p1', seq: 1 })).toBe(false)
  sockets[0]?.open()
  expect(connection.send({ type: 'act', action: 'p1', seq: 1 })).toBe(true)
})

test('it pings while it is open, and does not come back once closed', () => {
  const { connection } = connect()
  sockets[0]?.open()
  vi.advanceTimersByTime(21_000)
  expect(sockets[0]?.sent.at(-1)).toEqual({ type: 'ping' })
  connection.close()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
})

test('a line that does not answer is given up for a new one', () => {
  const { links } = connect()
  sockets[0]?.open()
  vi.advanceTimersByTime(20_000)
  sockets[0]?.onmessage?.({ data: '{"type":"pong"}' })
  vi.advanceTimersByTime(19_000)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(sockets).toHaveLength(2)
  expect(links.at(-1)).toBe('lost')
})

test('it waits longer and longer, up to a limit', () => {
  expect([0, 1, 2, 9].map((tries) => backoff(tries, () => 0.5))).toEqual([400, 800, 1600, 8000])
})

test('the address follows the page', () => {
  expect(socketUrl('a b', { protocol: 'https:', host: 'x.org' })).toBe('wss://x.org/api/tables/a%20b/socket')
  expect(socketUrl('abc', { protocol: 'http:', host: 'localhost:8' })).toBe(
    'ws://localhost:8/api/tables/abc/socket',
  )
})
