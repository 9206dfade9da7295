import { expect, test } from 'vitest'
import { makeEvent } from '@/lib/testing/make'
import { pressKey } from './keys'
import { makeTable, makeView, openTable, raceTable, type TestTable } from './testing'

function press({ context }: TestTable, key: string, more: KeyboardEventInit = {}): boolean {
  return pressKey(new KeyboardEvent('keydown', { key, ...more }), context)
}

test('a digit chooses a card of the hand, and nothing beyond it', () => {
  const at = openTable()
  expect(press(at, '2')).toBe(true)
  expect(at.context.interaction.slot).toBe(2)
  expect(press(at, '3')).toBe(false)
  expect(at.context.interaction.slot).toBe(2)
})

test('a verb opens the command with the chosen card, by slot or in a race by its face', () => {
  const table = openTable({ view: makeView({ actions: ['p2'] }) })
  press(table, '2')
  expect(press(table, 'p')).toBe(true)
  expect(table.context.interaction.command).toBe('p2')
  const race = raceTable()
  press(race, '1')
  press(race, 'd')
  expect(race.context.interaction.command).toBe('dr1')
})

test('out of turn only rearranging may be typed, where it is allowed', () => {
  const at = openTable({ view: makeView({ turn: 1, may_rearrange: [true, false] }) })
  expect(press(at, 'p')).toBe(false)
  expect(press(at, 'o')).toBe(true)
  expect(press(openTable({ view: makeView({ turn: 1 }) }), 'o')).toBe(false)
})

test('an arrow with Shift moves the chosen card', () => {
  const at = openTable({ view: makeView({ may_rearrange: [true, false] }) })
  press(at, '1')
  expect(press(at, 'ArrowLeft', { shiftKey: true })).toBe(false)
  expect(press(at, 'ArrowRight', { shiftKey: true })).toBe(true)
  expect(at.sent()).toEqual([{ type: 'act', action: 'oA21', seq: 1 }])
})

test('arrows go through time, and Escape leads back to now', () => {
  const at = openTable({ table: makeTable({ actions: ['p1'] }), turns: [[makeEvent('played', 1)]] })
  expect(press(at, 'ArrowLeft')).toBe(true)
  expect(at.context.session.turn).toBe(0)
  press(at, 'Escape')
  expect(at.context.session.turn).toBeNull()
})

test('a note is written on a chosen card, and not in a race', () => {
  const at = openTable()
  press(at, '2')
  expect(press(at, 'n')).toBe(true)
  expect(at.context.interaction.noteFor).toEqual({ card: 1, slot: 2 })
  const race = raceTable()
  press(race, '1')
  expect(press(race, 'n')).toBe(false)
})

test('keys belong to a field while it is typed in, and to an open dialog', () => {
  const at = openTable()
  const event = new KeyboardEvent('keydown', { key: '1' })
  Object.defineProperty(event, 'target', { value: document.createElement('input') })
  expect(pressKey(event, at.context)).toBe(false)
  at.context.interaction.sheet = 'rules'
  expect(press(at, '1')).toBe(false)
})
