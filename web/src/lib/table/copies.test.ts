import { expect, test } from 'vitest'
import { avalanche, deluxe, makeEvent, makeView } from '@/lib/testing/make'
import { countCopies, withLosses } from './copies'
import type { TurnEvent } from './events'

test('what is left is neither played nor discarded', () => {
  const view = makeView({ displays: [0, 2, 0, 0, 0], discards: ['r1', 'r3', 'b4', 'b4'] })
  const [, red, blue] = countCopies(deluxe, view)
  expect(red?.cells.map((cell) => cell.left)).toEqual([1, 1, 1, 2, 1])
  expect(red?.cells.map((cell) => cell.last)).toEqual([false, false, true, false, true])
  expect(red?.reach).toBe(5)
  expect(blue?.reach).toBe(3)
  expect(blue?.cells[4]?.needed).toBe(false)
})

test('black powder is counted downwards', () => {
  const view = makeView({ displays: [0, 0, 0, 0, 0, 0, 1], discards: ['k3', 'k3'] })
  const black = countCopies(avalanche, view).at(-1)
  expect(black?.laid).toBe(1)
  expect(black?.reach).toBe(2)
  expect(black?.cells[4]).toMatchObject({ played: true, left: 2 })
  expect(black?.cells[3]?.needed).toBe(true)
  expect(black?.cells[0]?.needed).toBe(false)
})

test('the loss of a last copy follows the event that lost it', () => {
  const discard = (turn: number, card: string): TurnEvent => makeEvent('discarded', turn, { card })
  const found = (events: readonly TurnEvent[]): readonly unknown[] =>
    withLosses(avalanche, events).filter((event) => event.kind === 'last-copy')
  expect(found([discard(1, 'b3')])).toEqual([])
  expect(found([discard(1, 'b3'), discard(2, 'b3'), discard(3, 'b4'), discard(4, 'b4')])).toMatchObject([
    { turn: 2, card: 'b3', reach: 2 },
  ])
  const laid = makeEvent('played', 1, { card: 'b1', fits: true })
  expect(found([laid, discard(2, 'b1'), discard(3, 'b1')])).toEqual([])
  expect(found([makeEvent('played', 1, { card: 'k1', fits: false })])).toMatchObject([{ reach: 2 }])
  expect(found([discard(1, 'r1'), discard(2, 'r1'), discard(3, 'r1')])).toMatchObject([{ turn: 3, reach: 0 }])
  const back = makeEvent('went-back', 2, { card: 'w5' })
  expect(found([discard(1, 'w5'), back, discard(3, 'w5')])).toHaveLength(2)
})
