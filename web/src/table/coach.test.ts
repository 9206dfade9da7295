import { fireEvent, screen } from '@testing-library/svelte'
import { flushSync, tick } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api, Refused } from '@/lib/net/api'
import { makeEvent, makeSeat, said, tableMessage } from '@/lib/testing/make'
import type { CoachAnswer, SeatInfo, TableInfo } from '@/lib/generated/types'
import CoachSheet from './CoachSheet.svelte'
import Dock from './Dock.svelte'
import HandMenu from './hanabi/HandMenu.svelte'
import { pressKey } from './keys'
import { makeTable, makeView, openTable, renderAt, type TestTable } from './testing'

const ACTIONS = ['p1', 'p2', 'd1', 'cBr', 'cB3']
const MOVES: CoachAnswer = {
  suggestions: [
    { action: 'cBr', reason: [said('Bob will read: play slot 1.')] },
    { action: 'd1', reason: [said('It is your next discard.')] },
  ],
  reading: [],
}

/** The questions that were asked, and what answers them. */
let asked: (string | null)[]
let answer: (given: CoachAnswer | Error) => Promise<void>

beforeEach(() => {
  asked = []
  const waiting: ((given: CoachAnswer | Error) => void)[] = []
  vi.spyOn(api, 'coach').mockImplementation((_id, _seq, clue) => {
    asked.push(clue)
    return new Promise((resolve, reject) =>
      waiting.push((given) => (given instanceof Error ? reject(given) : resolve(given))),
    )
  })
  answer = async (given) => {
    waiting.shift()?.(given)
    await tick()
    await new Promise((done) => setTimeout(done))
    flushSync()
  }
})

function coached(level: SeatInfo['coach'], change: Partial<TableInfo> = {}): TableInfo {
  return makeTable({ seats: [makeSeat({ coach: level }), makeSeat({ name: 'Bob' })], ...change })
}

function at(level: SeatInfo['coach'], change: Partial<TableInfo> = {}): TestTable {
  return openTable({ table: coached(level, change), view: makeView({ actions: ACTIONS }) })
}

function dock(level: SeatInfo['coach']): TestTable {
  const table = at(level)
  renderAt(Dock, table, {})
  flushSync()
  return table
}

const button = (name: string): HTMLElement | null => screen.queryByRole('button', { name: new RegExp(name) })

test('a player who wants no help is led to the choice, and nothing is asked', async () => {
  const table = dock('off')
  await fireEvent.click(button('The coach') as HTMLElement)
  expect(table.context.interaction.sheet).toBe('coach')
  expect(asked).toEqual([])
})

test('who may ask is shown moves after asking, once', async () => {
  dock('ask')
  expect(asked).toEqual([])
  await fireEvent.click(button('What could I do') as HTMLElement)
  flushSync()
  expect(screen.getByText('The coach is thinking …')).toBeTruthy()
  await answer(MOVES)
  expect(button('tell Bob about red')?.textContent).toContain('Bob will read: play slot 1.')
  expect(screen.getByText('You could: tell Bob about red or discard slot 1.')).toBeTruthy()
  expect(document.activeElement).toBe(button('tell Bob about red'))
  expect(asked).toEqual([null])
})

test('who is always helped is asked nothing', async () => {
  dock('always')
  await answer(MOVES)
  expect(asked).toEqual([null])
  expect(button('discard slot 1')).toBeTruthy()
})

test('a suggestion is taken up as if it had been chosen by hand, and nothing is sent', async () => {
  const table = dock('always')
  await answer(MOVES)
  await fireEvent.click(button('discard slot 1') as HTMLElement)
  await tick()
  expect(table.context.interaction.slot).toBe(1)
  expect(document.activeElement).toBe(button('Discard slot 1'))
  flushSync(() => table.context.interaction.clear())
  await fireEvent.click(button('tell Bob about red') as HTMLElement)
  expect(table.context.interaction.choice).toEqual({ kind: 'hand', seat: 1, slot: null, clue: 'cBr' })
  expect(table.sent()).toEqual([])
})

test('what is answered about a position that is gone is dropped', async () => {
  const table = dock('always')
  const later = coached('always', { actions: ['p1', 'd1'] })
  const turns = [[makeEvent('played', 1)], [makeEvent('discarded', 2)]]
  table.tell(tableMessage({ seq: 5, table: later, view: makeView({ actions: ACTIONS }), turns }))
  await answer(MOVES)
  expect(button('discard slot 1')).toBeNull()
  await answer({ suggestions: [{ action: 'p2', reason: [said('It fits.')] }], reading: [] })
  expect(asked).toEqual([null, null])
  expect(button('play slot 2')).toBeTruthy()
})

test('news at the table do not make the coach think again', async () => {
  const table = dock('always')
  await answer(MOVES)
  table.tell(tableMessage({ seq: 2, table: coached('always'), view: makeView({ actions: ACTIONS }) }))
  expect(button('discard slot 1')).toBeTruthy()
  expect(asked).toEqual([null])
})

test('hidden moves come back when they are asked for', async () => {
  const table = dock('always')
  await answer(MOVES)
  await fireEvent.click(button('Hide the coach') as HTMLElement)
  expect(button('discard slot 1')).toBeNull()
  flushSync(() => pressKey(new KeyboardEvent('keydown', { key: 'h' }), table.context))
  expect(button('discard slot 1')).toBeTruthy()
  expect(asked).toEqual([null])
})

test('a coach that cannot answer says why, and can be asked again', async () => {
  dock('ask')
  await fireEvent.click(button('What could I do') as HTMLElement)
  await answer(new Refused({ code: 'busy', sentence: '', message: said('Wait a moment.') }))
  expect(screen.getByText('Wait a moment.')).toBeTruthy()
  await fireEvent.click(button('Hide the coach') as HTMLElement)
  await fireEvent.click(button('What could I do') as HTMLElement)
  expect(asked).toEqual([null, null])
})

test('out of turn, beside the table, where it is refused and after the end there is no coach to ask', () => {
  const tables = [
    openTable({ table: coached('always'), view: makeView({ turn: 1 }) }),
    openTable({ table: coached('always', { seat: null }), view: makeView({ seat: null }) }),
    openTable({ table: coached('always', { no_coach: said('No.') }), view: makeView({ actions: ACTIONS }) }),
    openTable({ table: coached('always', { phase: 'over' }), view: makeView({ turn: null }) }),
  ]
  for (const table of tables) renderAt(Dock, table, {})
  flushSync()
  expect(button('What could I do')).toBeNull()
  expect(asked).toEqual([])
})

test('the key asks on one’s turn, and leads those without help to the choice', () => {
  const key = new KeyboardEvent('keydown', { key: 'h' })
  const off = at('off')
  expect(pressKey(key, off.context)).toBe(true)
  expect(off.context.interaction.sheet).toBe('coach')
  expect(pressKey(key, at('ask').context)).toBe(true)
  expect(asked).toEqual([null])
  expect(pressKey(key, at('ask', { no_coach: said('No.') }).context)).toBe(false)
})

// Before a clue.

function menu(table: TestTable, clue: string): void {
  flushSync(() => (table.context.interaction.choice = { kind: 'hand', seat: 1, slot: null, clue }))
  renderAt(HandMenu, table, { choice: table.context.interaction.choice } as never)
  flushSync()
}

test('before a clue is sent the coach says how it will be read', async () => {
  menu(at('always'), 'cBr')
  expect(asked).toEqual(['cBr'])
  expect(screen.getByText('The coach is reading your clue …')).toBeTruthy()
  const strike = { code: 'coach.strike', fields: { who: { seat: 1 }, slot: 2, card: 'blue 3' }, text: '' }
  await answer({ suggestions: [], reading: [strike] })
  const words = screen.getByText('Bob will play slot 2, the blue 3, and it does not fit!')
  expect(words.className).toContain('bad')
})

test('who may ask hears of clues once they have asked on this turn', async () => {
  const table = at('ask')
  menu(table, 'cBr')
  expect(asked).toEqual([])
  flushSync(() => table.context.session.coach.askMoves())
  await answer(MOVES)
  expect(asked).toEqual([null, 'cBr'])
})

test('of clues that are looked at while the coach thinks, the last one is asked about', async () => {
  const { coach } = at('always').context.session
  for (const clue of ['cBr', 'cB3', 'cBr', 'cB3']) coach.askReading(clue)
  expect(asked).toEqual(['cBr'])
  await answer({ suggestions: [], reading: [said('One.')] })
  await answer({ suggestions: [], reading: [said('Two.')] })
  expect(asked).toEqual(['cBr', 'cB3'])
  coach.askReading('cB3')
  expect(asked).toEqual(['cBr', 'cB3'])
})

// The choice.

test('a level is chosen in the dialog', async () => {
  const table = at('off')
  renderAt(CoachSheet, table, { onclose: () => undefined })
  await fireEvent.click(screen.getByRole('radio', { name: /when I ask/i, hidden: true }))
  expect(table.sent()).toEqual([{ type: 'coach', level: 'ask' }])
})

test('a table without a coach says why, and only who refused it can allow it', async () => {
  const refused = at('off', { no_coach: said('Ann has refused the coach'), coach_refused: 0 })
  renderAt(CoachSheet, refused, { onclose: () => undefined })
  expect(screen.getByText('Ann has refused the coach.')).toBeTruthy()
  expect(screen.queryAllByRole('radio', { hidden: true })).toEqual([])
  await fireEvent.click(screen.getByRole('button', { name: 'Allow the coach again', hidden: true }))
  expect(refused.sent()).toEqual([{ type: 'allow-coach', allowed: true }])
})

test('people may refuse the coach for all; alone with bots there is none to refuse', async () => {
  const table = at('ask')
  renderAt(CoachSheet, table, { onclose: () => undefined })
  await fireEvent.click(screen.getByRole('button', { name: 'Refuse the coach for all', hidden: true }))
  expect(table.sent()).toEqual([{ type: 'allow-coach', allowed: false }])
})
