import { describe, expect, it, vi } from 'vitest'
import { deluxe, makeInsight, makeView } from '@/lib/testing/make'
import type { ConventionLesson, LessonPosition, LessonVerdict, Question } from '@/lib/generated/types'
import { cardAnswer, positionMessage, verdictMessage, wayOf } from './conventions'
import { LocalSocket } from './localSocket'

function position(kind: Question['kind'], seat = 0): LessonPosition {
  return {
    rules: deluxe.text,
    names: ['Ann', 'Bob'],
    limit: false,
    question: { kind, seat, slot: 1, clue: '', action: 0 },
    choices: [],
    view: makeView({ actions: ['p1', 'cB1'] }),
    insight: makeInsight(),
    actions: ['cA1'],
    turns: [[]],
  }
}

function lessonOf(one: LessonPosition): ConventionLesson {
  const text = { code: '', fields: {} }
  return {
    convention: { id: 'focus', level: 1, title: text, words: text },
    rules: [deluxe],
    positions: [one],
  }
}

describe('a position of a lesson', () => {
  it('is answered by a move, a card, faces or a word', () => {
    expect(wayOf(position('move'))).toBe('move')
    expect(wayOf(position('plays', 1))).toBe('card')
    expect(wayOf(position('cards'))).toBe('faces')
    expect(wayOf(position('meaning'))).toBe('word')
  })

  it('names a pressed card as the question wants it', () => {
    expect(cardAnswer(position('plays', 1), 3)).toBe('p3')
    expect(cardAnswer(position('kept'), 3)).toBe('3')
  })

  it('is a table at which the learner sits on the first seat, without a coach', () => {
    const one = position('move')
    const { table, view } = positionMessage(lessonOf(one), one)
    expect([table.seat, table.seats[1]?.name, table.phase]).toEqual([0, 'Bob', 'playing'])
    expect(table.no_coach).not.toBeNull()
    expect(view?.actions).toEqual(['p1', 'cB1'])
  })

  it('offers no moves where none is asked for', () => {
    const one = position('cards')
    expect(positionMessage(lessonOf(one), one).view?.actions).toEqual([])
  })

  it('needs the rules that its lesson brings along', () => {
    const one = { ...position('move'), rules: 'unknown' }
    expect(() => positionMessage(lessonOf(one), one)).toThrow('no rules')
  })
})

it('shows the move that an answer was about, after which nothing can be done', () => {
  const judgement = { done: 'p1' } as LessonVerdict['judgement']
  const verdict: LessonVerdict = { judgement, view: makeView({ actions: ['p1'] }), insight: null, events: [] }
  expect(verdictMessage(verdict)).toMatchObject({ action: 'p1', view: { actions: [] } })
  expect(verdictMessage({ ...verdict, view: null })).toBeNull()
})

it('is a socket that answers pings itself and hands on the rest', async () => {
  const heard = vi.fn()
  const line = new LocalSocket(heard)
  const told = vi.fn()
  line.onmessage = ({ data }) => void told(data)
  line.tell({ type: 'pong' })
  expect(told).not.toHaveBeenCalled()
  await Promise.resolve()
  line.send(JSON.stringify({ type: 'ping' }))
  line.send(JSON.stringify({ type: 'act', action: 'p1', seq: 1 }))
  expect(told).toHaveBeenCalledWith('{"type":"pong"}')
  expect(heard).toHaveBeenCalledExactlyOnceWith({ type: 'act', action: 'p1', seq: 1 })
})
