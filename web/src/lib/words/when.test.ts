import { expect, it } from 'vitest'
import { ago, clock } from './when'

const NOW = Date.parse('2025-11-16T12:00:00Z')

it.each([
  ['2025-11-16T11:59:40Z', 'now'],
  ['2025-11-16T11:57:00+00:00', '3 minutes ago'],
  ['2025-11-16 09:30:00', '2 hours ago'],
  ['2025-11-15T11:00:00', 'yesterday'],
  ['2025-11-10T11:00:00.123456Z', '6 days ago'],
  ['2025-11-16T12:00:09Z', 'now'],
  ['soon', ''],
])('%s was %s', (iso, words) => {
  expect(ago(iso, 'en', NOW)).toBe(words)
})

it('speaks other languages', () => {
  expect(ago('2025-11-16T11:57:00Z', 'de', NOW)).toBe('vor 3 Minuten')
})

it('the time of day is said with the date unless it was today', () => {
  const then = new Date(2026, 10, 17, 9, 5)
  expect(clock(then.toISOString(), 'de', new Date(2026, 10, 17, 20, 0))).toBe('09:05')
  expect(clock(then.toISOString(), 'de', new Date(2026, 10, 18, 8, 0))).toContain('17. Nov')
  expect(clock('nonsense', 'de')).toBe('')
})
