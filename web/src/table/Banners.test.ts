import { fireEvent, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { NewsInfo, TableInfo } from '@/lib/generated/types'
import { makeSeat } from '@/lib/testing/make'
import Banners from './Banners.svelte'
import { makeTable, openTable, renderAt, type TestTable } from './testing'

const SEATS = ['Ann', 'Ben', 'Cleo', 'Hana'].map((name, index) =>
  makeSeat({ name, kind: index === 3 ? 'bot' : 'open' }),
)

function show(change: Partial<TableInfo>): TestTable {
  const at = openTable({ table: makeTable({ seats: SEATS, ...change }) })
  renderAt(Banners, at, {})
  return at
}

function buttons(): (string | null)[] {
  return screen.queryAllByRole('button').map((button) => button.textContent)
}

test('the player who asks hears for whom one waits, and may think better of it', async () => {
  const at = show({ undo: { asker: 0, agreed: [0] } })
  expect(screen.getByRole('status').textContent).toContain('Waiting for Ben and Cleo.')
  expect(buttons()).toEqual(['Never mind'])
  await fireEvent.click(screen.getByRole('button', { name: 'Never mind' }))
  expect(at.sent()).toEqual([{ type: 'undo', wish: 'withdraw', to: null }])
})

test('the others agree or refuse, once', () => {
  show({ seat: 1, undo: { asker: 0, agreed: [0] } })
  expect(screen.getByRole('status').textContent).toContain('Ann asks to take the last move back.')
  expect(screen.getByRole('status').textContent).toContain('Waiting for you and Cleo.')
  expect(buttons()).toEqual(['Agree', 'Refuse'])
})

test('a player who has agreed waits for the rest', () => {
  show({ seat: 1, undo: { asker: 0, agreed: [0, 1] } })
  expect(screen.getByRole('status').textContent).toContain('Waiting for Cleo.')
  expect(buttons()).toEqual([])
})

const refusal: NewsInfo = {
  turn: 1,
  message: { code: 'news.undo-refused', fields: { who: { seat: 2 }, asker: { seat: 0 } }, text: '' },
}

test('a refusal is said to the asker by name, until it is put away', async () => {
  show({ actions: ['p1'], news: [refusal] })
  expect(screen.getByRole('status').textContent).toContain('Cleo did not agree to take your move back.')
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a refusal goes when the game goes on, and others need not put it away', () => {
  show({ actions: ['p1', 'p2'], news: [refusal] })
  expect(screen.queryByRole('status')).toBeNull()
  show({ seat: 1, actions: ['p1'], news: [refusal] })
  expect(screen.queryByRole('status')).toBeNull()
})
