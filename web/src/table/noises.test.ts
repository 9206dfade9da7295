import { expect, test } from 'vitest'
import { makeEvent, makeView } from '@/lib/testing/make'
import { soundOf } from './noises.svelte'

test('each move has the sound that matters most', () => {
  const view = makeView({ seat: 1 })
  const played = (fits: boolean): ReturnType<typeof makeEvent> => makeEvent('played', 1, { fits })
  expect(soundOf({ events: [played(true)], view })).toBe('card')
  expect(soundOf({ events: [played(false)], view })).toBe('strike')
  expect(soundOf({ events: [played(true), makeEvent('completed', 1)], view })).toBe('firework')
  expect(soundOf({ events: [makeEvent('clued', 1, { receiver: 1 })], view })).toBe('clue')
  expect(soundOf({ events: [makeEvent('clued', 1, { receiver: 0 })], view })).toBeNull()
})
