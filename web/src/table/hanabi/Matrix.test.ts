import { fireEvent, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { makeEvent } from '@/lib/testing/make'
import { makeTable, makeView, openTable, renderAt, type TestTable } from '../testing'
import Matrix from './Matrix.svelte'

function show(): TestTable {
  const at = openTable({
    table: makeTable({ actions: ['d1', 'p1', 'd2'] }),
    // Suits of the deck in order: white, red, blue, yellow, green.
    view: makeView({ displays: [0, 1, 0, 0, 0], discards: ['r4', 'b1'] }),
    turns: [
      [makeEvent('discarded', 1, { seat: 0, card: 'r4' })],
      [makeEvent('played', 2, { seat: 1, card: 'r1', fits: true })],
      [makeEvent('discarded', 3, { seat: 0, card: 'b1' })],
    ],
  })
  renderAt(Matrix, at, {})
  return at
}

test('each card says how many are left, whether it is played, and whether it is the last one needed', () => {
  show()
  expect(cell('red 1')).toMatch(/2 of 3.*played/)
  expect(cell('red 4')).toMatch(/1 of 2.*last/)
  expect(cell('blue 1')).toMatch(/2 of 3/)
  expect(cell('blue 1')).not.toMatch(/last/)
  expect(cell('green 5')).toMatch(/1 of 1.*last/)
})

test('a discarded card shows what is left of its suit, and leads nowhere else', async () => {
  const at = show()
  expect(screen.getAllByRole('button')).toHaveLength(2)
  await fireEvent.click(screen.getByRole('button', { name: /^red 4/ }))
  expect(at.context.interaction.pile).toBe('r')
  expect(at.context.session.turn).toBeNull()
})

function cell(card: string): string {
  const found = [...document.querySelectorAll('td [aria-label]')].map(
    (one) => one.getAttribute('aria-label') ?? '',
  )
  return found.find((label) => label.startsWith(card)) ?? ''
}
