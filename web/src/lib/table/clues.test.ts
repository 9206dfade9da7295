import { expect, test } from 'vitest'
import { avalanche, deluxe, held, makeEvent, makeView } from '@/lib/testing/make'
import { cardStory, clueOptions, givenClues, lastClue } from './clues'

test('the preview of a clue is every card it touches, and which are new', () => {
  const view = makeView({
    hands: [[held(0, null)], [held(1, 'r1', '1'), held(2, 'b1'), held(3, 'r4')]],
    actions: ['p1', 'cBr', 'cB1', 'cBw'],
  })
  expect(clueOptions(deluxe, view, 1)).toEqual([
    { action: 'cBr', clue: 'r', free: false, slots: [1, 3], fresh: [3] },
    { action: 'cB1', clue: '1', free: false, slots: [1, 2], fresh: [2] },
    { action: 'cBw', clue: 'w', free: false, slots: [], fresh: [] },
  ])
})

test('a multicolour card is touched by every colour', () => {
  const view = makeView({ hands: [[], [held(1, 'm3'), held(2, 'k3')]], actions: ['fBy'] })
  expect(clueOptions(avalanche, view, 1)).toEqual([
    { action: 'fBy', clue: 'y', free: true, slots: [1], fresh: [1] },
  ])
})

test('nothing is offered that the server did not list', () => {
  expect(clueOptions(deluxe, makeView({ actions: ['p1', 'd1'] }), 1)).toEqual([])
})

const events = [
  makeEvent('clued', 1, { giver: 0, receiver: 1, clue: '1', slots: [1, 2] }),
  makeEvent('played', 2, { seat: 1, slot: 1, id: 10, card: 'r1', fits: true }),
  makeEvent('drew', 2, { seat: 1, id: 20 }),
  makeEvent('rearranged', 3, { seat: 1, order: [3, 1, 2] }),
  makeEvent('clued', 4, { giver: 0, receiver: 1, clue: 'r', slots: [1, 2] }),
]

test('clues find their cards although slots move', () => {
  // Dealt 10 11 12; after the play 11 12 20; rearranged 20 11 12.
  const clues = givenClues(events, [[0], [20, 11, 12]])
  expect(clues.map((clue) => clue.ids)).toEqual([
    [10, 11],
    [20, 11],
  ])
  expect(clues.map((clue) => clue.fresh)).toEqual([[10, 11], [20]])
})

test('a card tells when it was drawn and which clues touched it', () => {
  const clues = givenClues(events, [[0], [20, 11, 12]])
  expect(cardStory(events, clues, 20)).toMatchObject({ drawn: 2, clues: [{ turn: 4 }] })
  expect(cardStory(events, clues, 11).clues.map((clue) => clue.turn)).toEqual([1, 4])
  expect(cardStory(events, clues, 12)).toEqual({ drawn: 0, clues: [] })
})

test('the last clue stays in sight until everybody has had a turn', () => {
  const clues = givenClues(events, [[0], [20, 11, 12]])
  expect(lastClue(clues, events, 2)?.turn).toBe(4)
  const one = [...events, makeEvent('discarded', 5, { seat: 1, slot: 3, id: 12 })]
  expect(lastClue(clues, one, 2)?.turn).toBe(4)
  expect(lastClue(clues, [...one, makeEvent('discarded', 6, { seat: 0, slot: 1, id: 0 })], 2)).toBeNull()
})
