import { expect, test } from 'vitest'
import { makeEvent } from '@/lib/testing/make'
import type { GameEvent } from '@/lib/generated/types'
import { numbered } from './events'

const result = {
  outcome: 'lost',
  score: 0,
  counted: 3,
  why: { code: '', fields: {} },
  accolades: [],
} as const
const ended: GameEvent = { kind: 'ended', result }

test('every event gets the number of its action, counted from the last one', () => {
  const rows = [[makeEvent('clued', 0)], [makeEvent('played', 0), makeEvent('drew', 0)]]
  expect(numbered(rows, 7).map((event) => [event.kind, event.turn])).toEqual([
    ['clued', 6],
    ['played', 7],
    ['drew', 7],
  ])
})

test('the end is left to the view', () => {
  expect(numbered([[makeEvent('played', 0), ended]], 1).map((event) => event.kind)).toEqual(['played'])
})
