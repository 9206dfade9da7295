import { fireEvent, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { makeEvent } from '@/lib/testing/make'
import { makeTable, openTable, renderAt, type TestTable } from './testing'
import TimeBar from './TimeBar.svelte'

function show(turn: number | null = null): TestTable {
  const actions = ['p1', 'd1', 'p2']
  const at = openTable({
    table: makeTable({ actions }),
    turns: actions.map((_, index) => [makeEvent('played', index + 1)]),
  })
  at.context.session.turn = turn
  renderAt(TimeBar, at, {})
  return at
}

function pressable(): readonly string[] {
  const buttons = screen.getAllByRole<HTMLButtonElement>('button').filter((button) => !button.disabled)
  return buttons.map((button) => button.getAttribute('aria-label') ?? '')
}

test('from now there is only a way back', () => {
  show()
  expect(pressable().slice(0, -1)).toEqual(['First turn', 'One turn back'])
})

test('from the deal there is only a way forward', () => {
  show(0)
  expect(pressable().slice(0, -1)).toEqual(['One turn on', 'Latest turn'])
})

test('the step after the last turn but one is now', async () => {
  const at = show(2)
  await fireEvent.click(screen.getByRole('button', { name: 'One turn on' }))
  expect(at.context.session.turn).toBeNull()
})

test('the slider goes to a turn, and its end is now', async () => {
  const at = show()
  const slider = screen.getByRole<HTMLInputElement>('slider')
  expect([slider.max, slider.value]).toEqual(['3', '3'])
  await fireEvent.input(slider, { target: { value: '1' } })
  expect(at.context.session.turn).toBe(1)
  await fireEvent.input(slider, { target: { value: '3' } })
  expect(at.context.session.turn).toBeNull()
})
