import { expect, test } from 'vitest'
import { language } from './i18n/index.svelte'
import { readMarks } from './marks'
import { actionWords, clueName, eventSentence, faceName, possibleWords, toldWords } from './speech'
import { deluxe, held, makeEvent, makeTable } from './testing/make'

language.code = 'en'
const table = makeTable()

test('cards and clues have names', () => {
  expect(faceName(deluxe.suits, 'r3')).toBe('red 3')
  expect(clueName(deluxe, 'r')).toBe('red')
  expect(clueName(deluxe, '1')).toBe('ones')
})

test('events are told in sentences', () => {
  const clued = makeEvent('Clued', 1, { seat: 0, receiver: 1, clue: '1', slots: [1, 3] })
  expect(eventSentence(table, clued)).toBe('You told Bob about ones: slots 1 and 3.')
  const failed = makeEvent('Played', 2, { seat: 1, slot: 1, id: 5, card: 'r3', fits: false })
  expect(eventSentence(table, failed)).toContain('Bob tried red 3')
  expect(eventSentence(table, makeEvent('Drew', 2, { seat: 1, id: 20 }))).toBe('')
})

test('every event of the engine has a sentence', () => {
  for (const name of ['Completed', 'Revealed', 'WentBack', 'Encored', 'Rearranged', 'Passed', 'LastRound', 'Closed']) {
    expect(eventSentence(table, makeEvent(name, 1, { seat: 1, card: 'r3', suit: 'red', tile: 'back' }))).not.toBe('')
  }
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
