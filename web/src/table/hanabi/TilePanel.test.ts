import { fireEvent, screen, within } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { api } from '@/lib/net/api'
import { held, makeSeat, said } from '@/lib/testing/make'
import { makeTable, makeView, openTable, renderAt, type TestTable } from '../testing'
import TilePanel from './TilePanel.svelte'

function show(change: Parameters<typeof makeView>[0]): TestTable {
  const at = openTable({ view: makeView(change) })
  renderAt(TilePanel, at, {})
  return at
}

test('a card is picked and then confirmed', async () => {
  const at = show({ tile: 'back', actions: ['br1', 'bb3'] })
  const group = screen.getByRole('group')
  expect(within(group).getAllByRole('button')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Shuffle/ })).toBeNull()
  await fireEvent.click(within(group).getByRole('button', { name: 'blue 3' }))
  expect(at.sent()).toEqual([])
  await fireEvent.click(screen.getByRole('button', { name: /^Shuffle/ }))
  expect(at.sent()).toEqual([{ type: 'act', action: 'bb3', seq: 1 }])
})

test('a tile with two effects groups the cards by effect', () => {
  show({ tile: 'joker', actions: ['br1', 'er1', 'eb1'] })
  expect(screen.getAllByRole('group').map((group) => within(group).getAllByRole('button').length)).toEqual([
    1, 2,
  ])
})

test('a free clue goes to one of the hands that may be told', async () => {
  const hands = [[held(0, null)], [held(1, 'r1'), held(2, 'b2')], [held(3, 'r2')]]
  const at = show({
    tile: 'colour',
    hands,
    actions: ['fBr', 'fCr', 'fCb'],
    may_rearrange: [false, false, false],
  })
  const groups = screen.getAllByRole('group')
  expect(groups.map((group) => within(group).getAllByRole('button').length)).toEqual([1, 2])
  await fireEvent.click(within(groups[1] as HTMLElement).getByRole('button', { name: /^red/ }))
  await fireEvent.click(screen.getByRole('button', { name: /^Tell/ }))
  expect(at.sent()).toEqual([{ type: 'act', action: 'fCr', seq: 1 }])
})

test('while another player uses it there is nothing to press', () => {
  show({ tile: 'back', turn: 1, actions: [] })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Bob is using it.')).toBeTruthy()
})

test('the coach picks the choice that it finds best, and says why', async () => {
  const reason = [said('Of the discarded cards, the blue 3 helps most.')]
  vi.spyOn(api, 'coach').mockResolvedValue({ suggestions: [{ action: 'bb3', reason }], reading: [] })
  const seats = [makeSeat({ coach: 'ask' }), makeSeat({ name: 'Bob' })]
  const at = openTable({
    table: makeTable({ seats }),
    view: makeView({ tile: 'back', actions: ['br1', 'bb3'] }),
  })
  renderAt(TilePanel, at, {})
  await fireEvent.click(screen.getByRole('button', { name: 'What could I do?' }))
  expect(await screen.findByText('Of the discarded cards, the blue 3 helps most.')).toBeTruthy()
  expect(at.sent()).toEqual([])
  await fireEvent.click(screen.getByRole('button', { name: /^Shuffle/ }))
  expect(at.sent()).toEqual([{ type: 'act', action: 'bb3', seq: 1 }])
})
