import { expect, test } from 'vitest'
import { makeSeat } from '@/lib/testing/make'
import { seatedBots } from './bots'

const seat = makeSeat()

test('bots are told by their names, with the players who are such bots', () => {
  const bots = ['Hana', 'Ren'].map((name) => ({ ...seat, kind: 'bot' as const, name, bot: 'partner' }))
  const seats = [seat, ...bots, { ...seat, kind: 'bot' as const, name: 'Yuki', bot: 'careful' }]
  expect([...seatedBots(seats)]).toEqual([
    ['partner', ['Hana', 'Ren']],
    ['careful', ['Yuki']],
  ])
})

test('a table of people has none', () => {
  expect(seatedBots([seat, seat]).size).toBe(0)
})
