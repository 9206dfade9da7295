import { expect, test } from 'vitest'
import { allowedDetail } from './settings.svelte'

test('a screen never shows more than the table allows', () => {
  expect(allowedDetail('deduced', 'told')).toBe('told')
  expect(allowedDetail('nothing', 'deduced')).toBe('nothing')
  expect(allowedDetail('deduced', 'deduced')).toBe('deduced')
})
