import { expect, test } from 'vitest'
import { language } from '@/lib/words/index.svelte'
import { readMarks } from '@/lib/table/marks'
import { deluxe, held, makeEvent, makeTable } from '@/lib/testing/make'
import { actionWords, clueName, eventSentence, faceName, possibleWords, toldWords } from './speech'

language.code = 'en'
const table = makeTable()

test('cards and clues have names', () => {
  expect(faceName(deluxe.suits, 'r3')).toBe('red 3')
  expect(clueName(deluxe, 'r')).toBe('red')
  expect(clueName(deluxe, '1')).toBe('ones')
})

test('events are told in sentences', () => {
  const clued = makeEvent('clued', 1, { giver: 0, receiver: 1, clue: '1', slots: [1, 3] })
  expect(eventSentence(table, clued)).toBe('You tell Bob: ones in slots 1, 3')
  const failed = makeEvent('played', 2, { seat: 1, slot: 1, id: 5, card: 'r3', fits: false })
  expect(eventSentence(table, failed)).toContain(
    'Bob plays red 3 from slot 1, and it does not fit: one error tile',
  )
  expect(eventSentence(table, makeEvent('drew', 2, { seat: 1, id: 20 }))).toBe('')
})

test('every event of the engine has a sentence', () => {
  const kinds = [
    'completed',
    'revealed',
    'went-back',
    'encored',
    'rearranged',
    'passed',
    'last-round',
    'andrewz-closed',
  ] as const
  for (const kind of kinds) expect(eventSentence(table, makeEvent(kind, 1))).not.toBe('')
})

test('a completed display is called what its box calls it, and a line begins with a capital', () => {
  const completed = makeEvent('completed', 1, { suit: 'red', token: true })
  expect(eventSentence(table, completed)).toBe(
    'The red firework display is complete: one clue token comes back',
  )
  const closed = makeEvent('andrewz-closed', 1, { suit: 'yellow', count: 2 })
  expect(eventSentence(table, closed)).toBe('The yellow pile is closed: 2 cards go back into the deck')
})

test('a hidden card says what was told and what it may be', () => {
  const card = held(0, null, 'r', '1')
  expect(toldWords(deluxe, card)).toBe('told red, not ones')
  expect(possibleWords(readMarks(deluxe, card))).toBe('may be red 2 to 5')
  expect(possibleWords(readMarks(deluxe, held(0, null)))).toBe('may be anything')
})

test('a typed action is said in words', () => {
  expect(actionWords(table, 'p3')).toBe('play slot 3')
  expect(actionWords(table, 'cBr')).toBe('tell Bob about red')
  expect(actionWords(table, 'zz')).toBe('')
})
