import { afterEach, expect, test } from 'vitest'
import { Practice } from './practice.svelte'

afterEach(() => localStorage.clear())

test('what is done is kept by book', () => {
  new Practice('tamaya').add('save', 2)
  expect(new Practice('tamaya').has('save', 2)).toBe(true)
  expect(new Practice('plain').has('save', 2)).toBe(false)
})

test('the next position is the first that is not done', () => {
  const practice = new Practice('tamaya')
  expect([practice.count('save', 3), practice.next('save', 3)]).toEqual([0, 1])
  practice.add('save', 1)
  practice.add('save', 3)
  expect([practice.count('save', 3), practice.next('save', 3)]).toEqual([2, 2])
  practice.add('save', 2)
  expect(practice.next('save', 3)).toBe(1)
})

test('positions that a book has no longer do not count', () => {
  const practice = new Practice('tamaya')
  practice.add('save', 4)
  expect(practice.count('save', 3)).toBe(0)
})

test('nonsense in the memory of the browser is forgotten', () => {
  localStorage.setItem('tamaya.practice.tamaya', '{"oops')
  expect(new Practice('tamaya').count('save', 3)).toBe(0)
})
