/** Questions and answers of the lessons about conventions, in words. */

import type { LessonPosition, TableInfo, Thought } from '@/lib/generated/types'
import { NONE } from '@/lib/table/conventions'
import { label, listed, t } from './index.svelte'
import { actionWords, eventSentences, faceName, whoIs } from './speech'

/** What is asked. */
export function questionWords(table: TableInfo, { question, turns }: LessonPosition): string {
  const { kind, slot } = question
  const who = whoIs(table, question.seat)
  switch (kind) {
    case 'move':
      return t('learn2.question.move')
    case 'plays':
      return t('learn2.question.plays', { who: who.name })
    case 'cards':
      return t('learn2.question.cards', { who, slot })
    case 'possible':
      return t('learn2.question.possible', { who, slot })
    case 'known':
      return t('learn2.question.known', { who, slot })
    case 'promised':
      return t('learn2.question.promised', { who })
    case 'kept':
      return t('learn2.question.kept', { who })
    case 'useless':
      return t('learn2.question.useless', { who })
    case 'meaning':
      return t('learn2.question.meaning', { move: eventSentences(table, turns[question.action - 1] ?? []) })
    case 'proper':
      return t('learn2.question.proper', { move: actionWords(table, question.clue) })
    case 'save':
      return t('learn2.question.save', { who: who.name })
  }
}

/** One of the things that can be answered. */
export function choiceWords(table: TableInfo, { question }: LessonPosition, answer: string): string {
  if (answer === NONE) return t('learn2.none')
  switch (question.kind) {
    case 'move':
    case 'plays':
      return actionWords(table, answer)
    case 'cards':
    case 'possible':
      return faceName(table.rules.suits, answer)
    case 'promised':
    case 'kept':
    case 'useless':
      return t('learn2.chosen', { slot: Number(answer) })
    case 'meaning':
      return label('learn2.meaning', answer.replace(' ', '-'))
    case 'known':
    case 'proper':
    case 'save':
      return answer === 'yes' ? t('learn2.yes') : t('learn2.no')
  }
}

/** What the bot would have answered. */
export function answerWords(table: TableInfo, position: LessonPosition, answers: readonly string[]): string {
  return listed(answers.map((one) => choiceWords(table, position, one)))
}

/** What a player thinks about a card besides its faces. */
export function thoughtWords({ cards, promised, kept, useless }: Thought): string {
  return listed([
    cards.length === 0 ? t('learn2.many') : '',
    promised ? t('learn2.promised') : '',
    kept ? t('learn2.kept') : '',
    useless ? t('learn2.useless') : '',
  ])
}
