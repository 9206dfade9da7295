import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { makeEvent, makeTable, makeView, tableMessage } from '@/lib/testing/make'
import type { MovedMessage } from '@/lib/generated/types'
import { openTable, type TestTable } from '../testing'
import { watchNews } from './news.svelte'

const actions = ['cB1', 'cA1']
const clued = (turn: number): ReturnType<typeof makeEvent> => makeEvent('clued', turn)

function watch(): { readonly at: TestTable; readonly seen: string[]; readonly end: () => void } {
  const at = openTable({
    table: makeTable({ actions }),
    turns: [[clued(1)], [clued(2)]],
    view: makeView(),
  })
  const seen: string[] = []
  const end = $effect.root(() =>
    watchNews(() => at.context.session, {
      tell: (news) => seen.push(`turn ${news.turn}`),
      jump: () => seen.push('jump'),
    }),
  )
  flushSync()
  seen.length = 0
  return { at, seen, end }
}

function moved(seq: number): MovedMessage {
  const view = makeView()
  return {
    type: 'moved',
    seq,
    action: 'p1',
    view,
    insight: null,
    events: [clued(3)],
    reason: [],
    conventions: [],
  } as never
}

test('a move is news', () => {
  const { at, seen, end } = watch()
  at.tell(moved(2))
  expect(seen).toEqual(['turn 3'])
  end()
})

test('a move that is taken back is a jump, and so is a look at the past', () => {
  const { at, seen, end } = watch()
  at.tell(
    tableMessage({ seq: 2, table: makeTable({ actions: ['cB1'] }), turns: [[clued(1)]], view: makeView() }),
  )
  expect(seen).toEqual(['jump'])
  flushSync(() => (at.context.session.turn = 0))
  expect(seen).toEqual(['jump', 'jump'])
  end()
})

test('several moves at once are a jump', () => {
  const { at, seen, end } = watch()
  const turns = [1, 2, 3, 4].map((turn) => [clued(turn)])
  at.tell(
    tableMessage({
      seq: 4,
      table: makeTable({ actions: [...actions, 'p1', 'p1'] }),
      turns,
      view: makeView(),
    }),
  )
  expect(seen).toEqual(['jump'])
  end()
})
