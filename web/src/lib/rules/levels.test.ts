import { expect, test } from 'vitest'
import type { ConventionInfo } from '@/lib/generated/types'
import { byLevel } from './levels'

function rule(id: string, level: number): ConventionInfo {
  const text = { code: '', fields: {} }
  return { id, level, title: text, words: text }
}

test('conventions stand below their level, in their order', () => {
  const levels = byLevel([rule('b', 1), rule('a', 1), rule('c', 2)])
  expect(levels.map(({ level, conventions }) => [level, ...conventions.map(({ id }) => id)])).toEqual([
    [1, 'b', 'a'],
    [2, 'c'],
  ])
})
