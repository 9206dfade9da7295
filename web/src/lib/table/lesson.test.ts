import { expect, it } from 'vitest'
import type { HanabiView, LessonStep, RulesInfo } from '@/lib/generated/types'
import { whoIs } from '@/lib/words/speech'
import { cluesAbout, lessonTable } from './lesson'

const rules = {
  text: 'deluxe',
  game: 'hanabi',
  suits: [
    { name: 'red', letter: 'r', symbol: '▲', named: true, order: [1, 2], copies: [3, 2], words: '' },
    { name: 'blue', letter: 'b', symbol: '◆', named: true, order: [1, 2], copies: [3, 2], words: '' },
  ],
  colours: ['r', 'b'],
  values: ['1', '2'],
  touch: { r: ['r1', 'r2'], b: ['b1', 'b2'], '1': ['r1', 'b1'], '2': ['r2', 'b2'] },
} as unknown as RulesInfo

const held = (id: number, card: string | null): HanabiView['hands'][0][0] => ({
  id,
  card,
  yes: '',
  no: '',
})
const view = {
  game: 'hanabi',
  hands: [[held(0, null)], [held(1, 'r1'), held(2, 'b2'), held(3, 'r2')]],
  actions: ['p1', 'cBr', 'cBb', 'cB1', 'cB2'],
} as unknown as HanabiView

it('offers the clues that touch the chosen card, with all they touch', () => {
  expect(cluesAbout(rules, view, 3).map(({ action, slots }) => [action, slots])).toEqual([
    ['cBr', [1, 3]],
    ['cB2', [2, 3]],
  ])
})

it('is a table with the learner on the first seat', () => {
  const table = lessonTable({
    id: 'see',
    rules,
    names: ['You', 'Hana'],
    view,
    events: [],
    right: [],
  } satisfies LessonStep)
  expect(whoIs(table, 0).you).toBe(true)
  expect(whoIs(table, 1)).toEqual({ name: 'Hana', you: false })
})
