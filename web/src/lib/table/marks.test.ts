import { expect, test } from 'vitest'
import { avalanche, deluxe, held } from '@/lib/testing/make'
import { possibleByClues, readMarks } from './marks'

test('a card without a clue can be anything', () => {
  expect(possibleByClues(deluxe, '', '')).toHaveLength(25)
})

test('a clue that touches leaves the faces it touches', () => {
  expect(possibleByClues(deluxe, 'r', '')).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
})

test('a clue that misses takes its faces away', () => {
  expect(possibleByClues(deluxe, '1', 'rb')).toEqual(['w1', 'y1', 'g1'])
})

test('the avalanche is touched by every colour, black powder by none', () => {
  expect(possibleByClues(avalanche, 'rb', '')).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
  expect(possibleByClues(avalanche, '3', 'wrbyg')).toEqual(['k3'])
})

test('pips vanish when a clue excludes them, and the last one left is certain', () => {
  const marks = readMarks(deluxe, held(0, null, 'r', '1'))
  expect(marks.touched).toBe(true)
  expect(marks.suit?.name).toBe('red')
  expect(marks.rank).toBeNull()
  expect(marks.suits.filter((pip) => pip.state === 'out')).toHaveLength(4)
  expect(marks.ranks.map((pip) => pip.state)).toEqual(['out', 'open', 'open', 'open', 'open'])
})

test('what is counted out is told apart from what was clued out', () => {
  const marks = readMarks(deluxe, held(0, null, '5', ''), ['w5', 'r5'])
  expect(marks.suits.map((pip) => [pip.suit.letter, pip.state])).toEqual([
    ['w', 'open'],
    ['r', 'open'],
    ['b', 'counted'],
    ['y', 'counted'],
    ['g', 'counted'],
  ])
  expect(marks.rank).toBe(5)
})
