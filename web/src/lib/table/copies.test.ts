import { expect, test } from 'vitest'
import { avalanche, deluxe, makeView } from '@/lib/testing/make'
import { countCopies } from './copies'

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
