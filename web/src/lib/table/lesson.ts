/** The lesson as the screen needs it: a step is a small table with two seats. */

import type { HanabiView, LessonStep, RulesInfo, SeatInfo } from '@/lib/generated/types'
import type { Setting } from '@/lib/words/speech'
import { clueOptions, type ClueOption } from './clues'

/** The learner and their teammate, who has a hand to look at. */
export const LEARNER = 0
export const TEAMMATE = 1

/** The seats of a table at which all are there. */
export function lessonSeats(names: readonly string[]): readonly SeatInfo[] {
  return names.map((name) => ({
    kind: 'open',
    name,
    bot: '',
    taken: true,
    online: true,
    away_since: null,
    coach: 'off',
    stand_in: '',
    gone: false,
    coached: false,
  }))
}

/** A table around the rules of a step, for everything that speaks about tables. */
export function lessonTable({ rules, names }: LessonStep): Setting {
  return { rules, seats: lessonSeats(names), seat: LEARNER }
}

/** The clues that touch one card of the teammate's: its colours and its value. */
export function cluesAbout(rules: RulesInfo, view: HanabiView, slot: number): readonly ClueOption[] {
  return clueOptions(rules, view, TEAMMATE).filter((option) => option.slots.includes(slot))
}
