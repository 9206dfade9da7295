import { fireEvent, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { makeEvent, said } from '@/lib/testing/make'
import { api } from '@/lib/net/api'
import type { ConventionBook } from '@/lib/generated/types'
import { pressKey } from './keys'
import Log from './Log.svelte'
import RuleCard from './RuleCard.svelte'
import { makeTable, openTable, renderAt } from './testing'

const BOOK: ConventionBook = {
  name: 'h-group-5',
  books: ['h-group-5'],
  conventions: [
    { id: 'chop', level: 1, title: said('Chop'), words: said('The oldest card.') },
    { id: 'ones', level: 3, title: said('Ones'), words: said('In this order.') },
  ],
}

afterEach(() => vi.restoreAllMocks())

function key(name: string): KeyboardEvent {
  return new KeyboardEvent('keydown', { key: name })
}

test('a key pulls the card out, and Escape puts it back', async () => {
  vi.spyOn(api, 'conventions').mockResolvedValue(BOOK)
  const at = openTable({ table: makeTable() })
  renderAt(RuleCard, at, {})
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(pressKey(key('k'), at.context)).toBe(true)
  flushSync()
  expect(await screen.findByText('The oldest card.')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Level 1',
    'Level 3',
  ])
  expect(pressKey(key('Escape'), at.context)).toBe(true)
  flushSync()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a race has no card', () => {
  const at = openTable({ table: makeTable({ conventions: '' }) })
  expect(pressKey(key('k'), at.context)).toBe(false)
})

test('a reason leads to its rule', async () => {
  const table = makeTable({ actions: ['p1'], reasons: { 1: [said('It fits.')] }, cited: { 1: ['finesse'] } })
  const at = openTable({ table, turns: [[makeEvent('played', 1)]] })
  renderAt(Log, at, {})
  await fireEvent.click(screen.getByRole('button', { expanded: false }))
  await fireEvent.click(screen.getByRole('button', { name: 'Rule: Finesse' }))
  expect(at.context.interaction.card).toEqual({ rule: 'finesse' })
})
