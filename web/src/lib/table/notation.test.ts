import { expect, test } from 'vitest'
import { completions, moveSlot, readAction, tidy } from './notation'

test('actions are read as the terminal reads them', () => {
  expect(readAction('p3')).toEqual({ kind: 'play', slot: 3 })
  expect(readAction('p0')).toEqual({ kind: 'play', slot: 0 })
  expect(readAction('d1')).toEqual({ kind: 'discard', slot: 1 })
  expect(readAction('cBr')).toEqual({ kind: 'clue', receiver: 1, clue: 'r', free: false })
  expect(readAction('fC1')).toEqual({ kind: 'clue', receiver: 2, clue: '1', free: true })
  expect(readAction('oA21345')).toEqual({ kind: 'rearrange', seat: 0, order: [2, 1, 3, 4, 5] })
  expect(readAction('br3')).toEqual({ kind: 'back', card: 'r3' })
  expect(readAction('er3')).toEqual({ kind: 'encore', card: 'r3' })
  expect(readAction('pr3')).toEqual({ kind: 'lay', card: 'r3' })
  expect(readAction('dr1')).toEqual({ kind: 'drop', card: 'r1' })
  expect(readAction('pass')).toEqual({ kind: 'pass' })
})

test('what is no action is none', () => {
  for (const text of ['', 'p', 'c3', 'cB', 'x1', 'cbr', 'p12', 'passs']) expect(readAction(text)).toBeNull()
})

test('typing is forgiven', () => {
  expect(tidy(' cb r ')).toBe('cBr')
  expect(tidy('OA 21345')).toBe('oA21345')
  expect(tidy('BR3')).toBe('br3')
  expect(tidy('Pass')).toBe('pass')
})

test('what is typed is completed from what is legal', () => {
  expect(completions('cb', ['cBr', 'cB1', 'cCr', 'p1'])).toEqual(['cBr', 'cB1'])
})

test('a card moves to another slot and the others close up', () => {
  expect(moveSlot(0, 5, 1, 3)).toBe('oA23145')
  expect(moveSlot(1, 4, 4, 1)).toBe('oB4123')
  expect(moveSlot(0, 10, 10, 9)).toBe('oA1234567809')
})
