import { fireEvent, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { makeEvent, makeInsight } from '@/lib/testing/make'
import type { Grade, HanabiResult, Message, TableInfo } from '@/lib/generated/types'
import End from './End.svelte'
import { makeTable, makeView, openTable, raceTable, renderAt, type TestTable } from './testing'

function say(text: string): Message {
  return { code: text, fields: {} }
}

const grade: Grade = {
  edition: 'deluxe',
  at_least: 16,
  name: say('Excellent'),
  applause: say('the whole square is smiling'),
}
const counted: HanabiResult = {
  outcome: 'counted',
  score: 19,
  counted: 19,
  why: say('the last round is over'),
  accolades: [],
}

function show(result: Partial<HanabiResult> = {}, table: Partial<TableInfo> = {}): TestTable {
  const at = openTable({
    // A record that was brought along lights no fireworks.
    table: makeTable({ phase: 'over', uploaded: true, actions: ['cBr', 'p1'], ...table }),
    view: makeView({ turn: null, result: { ...counted, ...result } }),
    insight: makeInsight({ grade: result.outcome === 'lost' ? null : grade }),
    turns: [[makeEvent('clued', 1)], [makeEvent('played', 2, { fits: false })]],
  })
  renderAt(End, at, {})
  return at
}

test('a game that was counted shows its grade, its score and the applause', () => {
  show()
  expect(screen.getByRole('heading').textContent).toBe('Excellent')
  expect(screen.getByText('19 of 25 points')).toBeTruthy()
  expect(screen.getByText('the whole square is smiling.')).toBeTruthy()
  expect(screen.queryByText(/would have/)).toBeNull()
})

test('a lost game says why, and what it would have counted', () => {
  show({ outcome: 'lost', score: 0, counted: 12, why: say('three errors') })
  expect(screen.getByText(/^three errors\./)).toBeTruthy()
  expect(screen.queryByText(/the whole square is smiling/)).toBeNull()
  expect(screen.getByText(/12/)).toBeTruthy()
})

test('what a score earns is said in a sentence', () => {
  show({ accolades: ['black powder'] })
  expect(screen.getByText('the whole square is smiling. It earns the “black powder” accolade.')).toBeTruthy()
})

test('the story counts what happened, strikes apart from plays', () => {
  show()
  expect(screen.getByText('2 moves · 1 clue · 0 cards played · 0 discards · 1 error tile')).toBeTruthy()
})

test('a player may ask for another game', async () => {
  const at = show()
  await fireEvent.click(screen.getByRole('button', { name: 'Play again' }))
  expect(at.sent()).toEqual([{ type: 'again' }])
})

test('a spectator may not', () => {
  show({}, { seat: null })
  expect(screen.queryByRole('button', { name: 'Play again' })).toBeNull()
})

test('once there is another game, everybody is shown the way', () => {
  show({}, { following: 'next1' })
  expect(screen.queryByRole('button', { name: 'Play again' })).toBeNull()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/table/next1')
})

test('a record for hanab.live is offered for games that it knows', async () => {
  show()
  await fireEvent.click(screen.getByRole('button', { name: 'More …' }))
  expect(downloads()).toEqual(['tamaya-abc.json', 'hanab-live-abc.json'])
})

test('a race shows the standings instead of a score, and only our record', async () => {
  const standings = [
    { place: 1, seat: 1, cards: 0 },
    { place: 2, seat: 0, cards: 3 },
  ]
  const at = raceTable({ turn: null, actions: [], result: { outcome: 'blocked', winner: null, standings } })
  renderAt(End, at, {})
  expect(screen.getAllByRole('listitem').map((row) => row.textContent.replace(/\s+/g, ' ').trim())).toEqual([
    '1. Bob 0 cards',
    '2. Ann 3 cards',
  ])
  await fireEvent.click(screen.getByRole('button', { name: 'More …' }))
  expect(downloads()).toEqual(['tamaya-abc.json'])
})

function downloads(): readonly (string | null)[] {
  return screen
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('download'))
    .map((link) => link.getAttribute('download'))
}
