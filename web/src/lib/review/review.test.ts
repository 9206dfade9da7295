import { describe, expect, it } from 'vitest'
import { makeTable, said } from '@/lib/testing/make'
import type { MoveReview, Point, Review, Verdict } from '@/lib/generated/types'
import {
  band,
  betterWords,
  cameOf,
  hindsightWords,
  ideas,
  knownWords,
  moveAt,
  path,
  range,
  spots,
  turnAt,
  turnByKey,
  verdictWords,
} from './review'

const frame = { width: 100, height: 50, turns: 10, most: 25 }

function point(turn: number, win: number, score: number, doubt = 0): Point {
  return { turn, win, win_error: doubt, score, score_error: doubt }
}

const NOTHING = said('')

function makeMove(change: Partial<MoveReview> = {}): MoveReview {
  return {
    turn: 1,
    seat: 0,
    name: 'Ann',
    action: 'd2',
    words: [],
    gone: 0,
    pace: 5,
    efficiency: 1,
    risk: null,
    told: null,
    advice: null,
    estimate: null,
    played: null,
    better: null,
    later: [],
    hindsight: null,
    ...change,
  }
}

describe('the moves that were weighed', () => {
  const better = {
    action: 'p1',
    words: NOTHING,
    gain: 1,
    error: 0.1,
    win_gain: 0,
    reason: [],
  }
  const moves = [makeMove({ better }), makeMove(), makeMove()]

  it('have a better one or not', () => {
    expect(betterWords({ moves }, { weighed: 3 })).toBe('For 1 move there was clearly a better one.')
    expect(betterWords({ moves: [makeMove()] }, { weighed: 1 })).toMatch(/^For no move/)
  })

  it('may be some of them', () => {
    expect(betterWords({ moves }, { weighed: 2 })).toMatch(/^2 moves were weighed; for 1 of them/)
  })

  it('may be none, and then nothing is claimed', () => {
    expect(betterWords({ moves: [makeMove()] }, { weighed: 0 })).toMatch(/^Other moves were not weighed/)
  })
})

describe('a graph', () => {
  it('has the first turn at the left and the best at the top', () => {
    const found = spots([point(0, 1, 25), point(5, 0.5, 20), point(10, 0, 20)], 'win', frame)
    expect(found.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [50, 25],
      [100, 50],
    ])
    expect(path(found)).toBe('M0 0L50 25L100 50')
  })

  it('shows the scores that the game came across', () => {
    expect(range([point(0, 1, 25), point(1, 0, 18.5)], 'score', 25)).toEqual([18, 25])
    expect(range([point(0, 1, 25)], 'score', 25)).toEqual([21, 25])
    expect(range([point(0, 1, 1)], 'score', 3)).toEqual([0, 3])
    expect(range([], 'win', 25)).toEqual([0, 1])
  })

  it('says how much is in doubt, within its frame', () => {
    const [first] = spots([point(0, 0.9, 24, 0.1)], 'win', frame)
    expect([first?.high, first?.y, first?.low]).toEqual([0, 5, 15])
    expect(band([])).toBe('')
    expect(band(spots([point(0, 1, 25), point(10, 0, 0)], 'win', frame))).toBe('M0 0L100 50L100 50L0 0Z')
  })

  it('knows which turn is pressed', () => {
    expect([turnAt(0, 40), turnAt(0.5, 40), turnAt(0.99, 40), turnAt(1.2, 40), turnAt(-1, 40)]).toEqual([
      0, 20, 40, 40, 0,
    ])
  })

  it.each([
    ['ArrowLeft', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 10, 10],
    ['Home', 5, 0],
    ['End', 5, 10],
    ['PageDown', 5, 8],
    ['PageDown', 8, 8],
    ['PageUp', 5, 3],
    ['a', 5, null],
  ])('goes with %s from %d to %s', (key, from, to) => {
    expect(turnByKey(key, from, 10, [8, 3])).toBe(to)
  })
})

describe('a move in words', () => {
  const table = makeTable()

  it('tells the risk as the player could know it', () => {
    const risk = { strike: 0.25, loss: 0.1, lost: 0, dead: 0.5 }
    expect(knownWords(table, makeMove({ action: 'p1', risk }))).toEqual([
      'Chance of a strike: 25 %.',
      'Chance to lose an indispensable card: 10 %.',
    ])
    const safe = { strike: 0, loss: 0, lost: 0, dead: 1 }
    expect(knownWords(table, makeMove({ risk: safe }))).toEqual([
      'No risk: it was known to be safe.',
      'Chance that no player needs the card: 100 %.',
    ])
  })

  it('tells what a clue told', () => {
    const told = {
      receiver: 1,
      clue: 'r',
      slots: [1, 2],
      new: [2],
      bits: 3.27,
      excluded: 20,
      playable: [2],
      dead: [],
    }
    expect(knownWords(table, makeMove({ action: 'cBr', told }))).toEqual([
      'Bob was told 3.3 bits; slot 2 was touched for the first time.',
      'Bob now knows that slot 2 fits.',
    ])
  })

  it('gives one piece of advice where the bot and the rollouts agree', () => {
    const advice = { bot: 'partner', action: 'p1', words: NOTHING, reason: [said('It fits.')], same: false }
    const better = {
      action: 'p1',
      words: NOTHING,
      gain: 0.82,
      error: 0.1,
      win_gain: 0,
      reason: [said('elsewhere')],
    }
    expect(ideas(table, makeMove({ advice, better }))).toEqual([
      {
        action: 'p1',
        words: 'The bot partner would rather play slot 1. That is worth 0.8 points more on average.',
        reason: 'It fits.',
        same: false,
      },
    ])
    expect(
      ideas(table, makeMove({ advice, better: { ...better, action: 'd1' } })).map((idea) => idea.words),
    ).toEqual([
      'The bot partner would rather play slot 1.',
      'Better: discard slot 1, 0.82 ± 0.10 points more on average.',
    ])
  })

  it('keeps hindsight apart', () => {
    const hindsight = {
      before: { score: 25, bound: 25 },
      after: { score: 23, bound: 24 },
      lost: 1,
      kind: 'discard',
    } as const
    const later = [{ slot: 2, fate: 'played', turn: 9, saved: true }] as const
    expect(hindsightWords(makeMove({ hindsight, later }))).toEqual([
      '1 point was given away by discarding an indispensable card.',
      'With all cards seen, the best possible: 25 → 23 to 24.',
      'Slot 2 was played on turn 9.',
      'The clue saved slot 2.',
    ])
    expect(knownWords(table, makeMove({ hindsight }))).toEqual([])
  })

  it('tells what came of it by the points of the graph', () => {
    // A turning point of -1.6: the mover could not know it, the next player can.
    const points = [point(6, 0.3, 23.5), point(7, 0.1, 21.9)]
    expect(cameOf(points, 7)).toContain('expected points 23.5 → 21.9 (-1.6)')
    expect(cameOf(points, 6)).toBe('')
  })

  it('is found by its turn', () => {
    const review = { moves: [makeMove({ turn: 1 }), makeMove({ turn: 3 })] } as unknown as Review
    expect(moveAt(review, 3)?.turn).toBe(3)
    expect(moveAt(review, 2)).toBeNull()
  })
})

describe('a verdict', () => {
  const found: Verdict = {
    score: 25,
    bound: 25,
    line: [],
    how: NOTHING,
    perfect: 25,
    won: true,
    winnable: true,
    seconds: 1,
  }

  it.each([
    [found, 0, 'This deal could have been won.'],
    [found, 7, 'After turn 7 it could still have been won.'],
    [
      { ...found, score: 23, bound: 23, winnable: false },
      0,
      'No line of play wins this deal; the best is 23 points (proved).',
    ],
    [
      { ...found, score: 22, bound: 24, winnable: false },
      0,
      'No line of play wins here. The best found is 22 points; more than 24 are impossible.',
    ],
    [
      { ...found, score: 24, winnable: null, seconds: 10.2 },
      0,
      'Undecided after 10 seconds: the best found is 24 points, at most 25 are possible.',
    ],
  ])('is a sentence', (verdict, turn, words) => {
    expect(verdictWords(verdict, turn)).toBe(words)
  })
})
