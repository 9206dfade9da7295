/** Lessons about conventions: a position as a table, and answers in the form that the server reads. */

import type {
  ConventionLesson,
  LessonPosition,
  LessonVerdict,
  MovedMessage,
  RulesInfo,
  TableMessage,
} from '@/lib/generated/types'
import { LEARNER, lessonSeats } from './lesson'

/** The answer that no card is meant. */
export const NONE = '-'
const FIRST = 1

/** How a question is answered: as a move at the table, by pressing a card, by choosing faces, or by a button. */
export type Way = 'move' | 'card' | 'faces' | 'word'

export function wayOf({ question }: LessonPosition): Way {
  switch (question.kind) {
    case 'move':
      return 'move'
    case 'plays':
    case 'promised':
    case 'kept':
    case 'useless':
      return 'card'
    case 'cards':
    case 'possible':
      return 'faces'
    case 'known':
    case 'meaning':
    case 'proper':
    case 'save':
      return 'word'
  }
}

/** The answer that a pressed card stands for. */
export function cardAnswer({ question }: LessonPosition, slot: number): string {
  return question.kind === 'plays' ? `p${slot}` : String(slot)
}

/** The rules of a position, which its lesson brings along. */
export function rulesOf(lesson: ConventionLesson, position: LessonPosition): RulesInfo {
  const found = lesson.rules.find((rules) => rules.text === position.rules)
  if (!found) throw new Error(`The lesson has no rules ${position.rules}.`)
  return found
}

/** A position as the server of a table would tell it. Only where a move is asked for, moves are offered. */
export function positionMessage(lesson: ConventionLesson, position: LessonPosition): TableMessage {
  const rules = rulesOf(lesson, position)
  const { view } = position
  return {
    type: 'table',
    seq: FIRST,
    detail: 'told',
    table: {
      id: '',
      phase: 'playing',
      setup: {
        rules: rules.text,
        seats: [],
        first: null,
        spectators: 'none',
        undo: false,
        coach: false,
        detail: 'told',
        conventions: '',
        stand_in: 'never',
        stand_in_minutes: 10,
        listed: false,
        deal: '',
      },
      rules,
      seats: lessonSeats(position.names),
      seat: LEARNER,
      owner: false,
      first: view.first,
      actions: position.actions,
      undo: null,
      undo_to: null,
      hidden: null,
      taken_back: 0,
      no_coach: { code: 'refused.coach-off', fields: {} },
      coach_refused: null,
      vote: null,
      paused: null,
      nudged: null,
      ended_early: false,
      news: [],
      watching: 0,
      following: '',
      follower: null,
      uploaded: false,
      notes: {},
      reasons: {},
      cited: {},
      stood_in: {},
      conventions: '',
    },
    view: wayOf(position) === 'move' ? view : { ...view, actions: [] },
    insight: position.insight,
    turns: position.turns,
    said: [],
  }
}

/** The move that an answer was about, as the server of a table would tell it; nothing can be done after it. */
export function verdictMessage({ judgement, view, insight, events }: LessonVerdict): MovedMessage | null {
  if (!view) return null
  return {
    type: 'moved',
    seq: FIRST + 1,
    action: judgement.done,
    view: { ...view, actions: [] },
    insight,
    events,
    reason: [],
    conventions: [],
    stand_in: '',
    undo_to: null,
  }
}
