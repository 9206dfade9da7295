/** The lesson as the screen needs it: a step is a small table with two seats. */

import type { HanabiView, LessonStep, RulesInfo, TableInfo } from '@/lib/generated/types'
import { clueOptions, type ClueOption } from './clues'

/** The learner and their teammate, who has a hand to look at. */
export const LEARNER = 0
export const TEAMMATE = 1

/** A table around the rules of a step, for everything that speaks about tables. */
export function lessonTable(step: LessonStep): TableInfo {
  return {
    id: '',
    phase: 'playing',
    setup: {
      rules: step.rules.text, seats: [], first: null, spectators: 'none', undo: false, detail: 'told', listed: false,
      deal: '',
    },
    rules: step.rules,
    seats: step.names.map((name) => ({ kind: 'open', name, bot: '', taken: true, online: true })),
    seat: LEARNER,
    owner: false,
    first: null,
    actions: [],
    undo: null,
    following: '',
    uploaded: false,
    notes: {},
    reasons: {},
  } // prettier-ignore
}

/** The clues that touch one card of the teammate's: its colours and its value. */
export function cluesAbout(rules: RulesInfo, view: HanabiView, slot: number): readonly ClueOption[] {
  return clueOptions(rules, view, TEAMMATE).filter((option) => option.slots.includes(slot))
}
