/** Tables for tests of components: a real session on a socket without a network. */

import { render } from '@testing-library/svelte'
import { flushSync, type Component } from 'svelte'
import { deluxe, makeTable, makeView, tableMessage } from '@/lib/testing/make'
import { FakeSocket } from '@/lib/testing/socket'
import type {
  AndrewzView,
  ClientMessage,
  RulesInfo,
  ServerMessage,
  TableMessage,
} from '@/lib/generated/types'
import { OpenTable, TABLE } from './context.svelte'

export interface TestTable {
  readonly context: OpenTable
  /** What the page has sent since it said hello. */
  readonly sent: () => readonly ClientMessage[]
  /** Speaks for the server. */
  readonly tell: (message: ServerMessage) => void
}

/** A table that the server has told about. */
export function openTable(change: Partial<TableMessage> = {}): TestTable {
  const socket = new FakeSocket()
  const context = new OpenTable('abc', null, () => socket as unknown as WebSocket)
  socket.open()
  socket.tell(tableMessage(change))
  return {
    context,
    sent: () => socket.sent.filter((message) => message.type !== 'hello'),
    tell: (message) => flushSync(() => socket.tell(message)),
  }
}

export function renderAt<Props extends Record<string, unknown>>(
  component: Component<Props>,
  { context }: TestTable,
  props: Props,
): void {
  render(component, { props, context: new Map([[TABLE, context]]) } as never)
}

export const raceRules: RulesInfo = { ...deluxe, text: 'andrewz', game: 'andrewz', words: null }

export function raceTable(change: Partial<AndrewzView> = {}): TestTable {
  const view: AndrewzView = {
    game: 'andrewz',
    seat: 0,
    turn: 0,
    first: 0,
    hands: [['r1', 'g4'], null],
    hand_sizes: [2, 6],
    piles: [[], [], [], [], []],
    discards: [],
    deck_size: 30,
    deck: null,
    actions: ['pr1', 'pass'],
    result: null,
    ...change,
  }
  return openTable({ table: makeTable({ rules: raceRules }), view, insight: null })
}

export { makeTable, makeView }
