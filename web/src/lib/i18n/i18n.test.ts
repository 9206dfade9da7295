import { expect, test } from 'vitest'
import { choose, LANGUAGES } from './index.svelte'

/** The path of every text, so that languages can be compared. */
function paths(node: unknown, path = ''): readonly string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [path]
  return Object.entries(node).flatMap(([key, value]) => paths(value, `${path}.${key}`))
}

const shared = (found: readonly string[]): readonly string[] =>
  found.filter((path) => !path.startsWith('.server') && !path.startsWith('.suits'))

test.each(Object.keys(LANGUAGES))('%s has every text, and none that nobody asks for', (code) => {
  expect(shared(paths(LANGUAGES[code])).toSorted()).toEqual(shared(paths(LANGUAGES['en'])).toSorted())
})

test.each(Object.keys(LANGUAGES))('no text of %s is empty', (code) => {
  const empty = (node: unknown): boolean =>
    node === '' || (typeof node === 'object' && node !== null && Object.values(node).some(empty))
  expect(empty(LANGUAGES[code])).toBe(false)
})

test('the language is the remembered one, else the first wish that exists, else English', () => {
  expect(choose('en', ['de'])).toBe('en')
  expect(choose(null, ['xx-YY', 'en-GB'])).toBe('en')
  expect(choose('xx', ['yy'])).toBe('en')
})
