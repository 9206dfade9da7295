/** Reviews and verdicts as the screen needs them: points of a graph, and words. */

import { t } from './i18n/index.svelte'
import { actionWords, whoIs } from './speech'
import type { MoveReviewInfo, PointInfo, ReachInfo, ReviewInfo, TableInfo, VerdictInfo } from './types'

export type Measure = 'win' | 'score'

export interface Spot {
  readonly turn: number
  readonly x: number
  readonly y: number
  /** How far up and down the doubt reaches. */
  readonly low: number
  readonly high: number
}

export interface Frame {
  readonly width: number
  readonly height: number
  /** Of the game. */
  readonly turns: number
  /** The highest score. */
  readonly most: number
}

/** The lowest and the highest value of a graph: all chances, or the scores that the game came across. */
export function range(points: readonly PointInfo[], measure: Measure, most: number): readonly [number, number] {
  if (measure === 'win') return [0, 1]
  const least = Math.min(most, ...points.map((point) => point.score - 2 * point.score_error))
  return [Math.max(0, Math.min(Math.floor(least), most - 4)), most]
}

/** Where the points of a graph lie in a frame; the first turn at the left edge, the best at the top. */
export function spots(points: readonly PointInfo[], measure: Measure, frame: Frame): readonly Spot[] {
  const [least, most] = range(points, measure, frame.most)
  const share = (value: number): number => (value - least) / Math.max(1e-9, most - least)
  const y = (value: number): number => round(frame.height * (1 - Math.min(1, Math.max(0, share(value)))))
  return points.map((point) => {
    const value = point[measure]
    const doubt = 2 * (measure === 'win' ? point.win_error : point.score_error)
    return { turn: point.turn, x: xOf(point.turn, frame), y: y(value), low: y(value - doubt), high: y(value + doubt) }
  })
}

export function xOf(turn: number, frame: Frame): number {
  return round((frame.width * turn) / Math.max(1, frame.turns))
}

/** The turn that lies at a place of a frame, given as a share of its width. */
export function turnAt(share: number, turns: number): number {
  return Math.max(0, Math.min(turns, Math.round(share * turns)))
}

export function path(found: readonly Spot[]): string {
  return found.map((spot, index) => `${index ? 'L' : 'M'}${spot.x} ${spot.y}`).join('')
}

/** The band of doubt around a graph. */
export function band(found: readonly Spot[]): string {
  if (found.length < 2) return ''
  const above = found.map((spot) => `${spot.x} ${spot.high}`)
  const below = found.toReversed().map((spot) => `${spot.x} ${spot.low}`)
  return `M${[...above, ...below].join('L')}Z`
}

/** The turn to which a key leads from a turn; null for a key that leads nowhere. */
export function turnByKey(key: string, turn: number, turns: number, marks: readonly number[]): number | null {
  const sorted = marks.toSorted((one, other) => one - other)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, turn - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(turns, turn + 1)
    case 'Home':
      return 0
    case 'End':
      return turns
    case 'PageUp':
      return sorted.findLast((mark) => mark < turn) ?? turn
    case 'PageDown':
      return sorted.find((mark) => mark > turn) ?? turn
    default:
      return null
  }
}

/** The review of the move that led to a turn. */
export function moveAt(review: ReviewInfo, turn: number): MoveReviewInfo | null {
  return review.moves.find((move) => move.turn === turn) ?? null
}

/** What a move risked and told, by what somebody at the table could know then. */
export function knownWords(table: TableInfo, move: MoveReviewInfo): readonly string[] {
  const texts = t().review
  const found: string[] = []
  const { risk, told } = move
  if (risk) {
    if (risk.lost > 0) found.push(texts.riskLost(risk.lost))
    else if (risk.strike > 0) found.push(texts.riskStrike(risk.strike))
    if (risk.loss > 0) found.push(texts.riskLoss(risk.loss))
    if (found.length === 0) found.push(texts.riskNone)
    if (move.action.startsWith('d') && risk.dead > 0) found.push(texts.riskDead(risk.dead))
  }
  if (told) {
    const who = whoIs(table, told.receiver).name
    found.push(texts.told(who, told.bits, told.new))
    if (told.playable.length > 0) found.push(texts.toldFits(who, told.playable))
    if (told.dead.length > 0) found.push(texts.toldDead(who, told.dead))
  }
  if (move.gone > 0) found.push(texts.gone(move.gone))
  const { estimate, played } = move
  if (estimate && played) found.push(texts.outlook(estimate.win, played.win, estimate.score, played.score))
  return found
}

/** What only those know about a move who see all cards. */
export function hindsightWords(move: MoveReviewInfo): readonly string[] {
  const texts = t().review
  const found: string[] = []
  const { hindsight } = move
  if (hindsight) {
    found.push(hindsight.lost > 0 ? texts.lost(hindsight.lost, hindsight.kind) : texts.nothingLost)
    found.push(texts.reach(reachWords(hindsight.before), reachWords(hindsight.after)))
  }
  for (const card of move.later) {
    found.push(texts.fate(card.slot, card.fate, card.turn))
    if (card.saved) found.push(texts.saved(card.slot))
  }
  return found
}

function reachWords(reach: ReachInfo): string {
  return t().review.reachAt(reach.score, reach.bound)
}

/** What else could have been done at a move: what the bot advises, and what did better. */
export interface Idea {
  readonly action: string
  readonly words: string
  readonly reason: string
  /** Whether it is what was done. */
  readonly same: boolean
}

export function ideas(table: TableInfo, move: MoveReviewInfo): readonly Idea[] {
  const texts = t().review
  const { advice, better } = move
  const found: Idea[] = []
  if (advice) {
    const words = advice.same
      ? texts.adviceSame(advice.bot)
      : texts.adviceOther(advice.bot, actionWords(table, advice.action))
    const worth = better?.action === advice.action ? ` ${texts.gain(better.gain)}` : ''
    found.push({ action: advice.action, words: words + worth, reason: advice.reason, same: advice.same })
  }
  if (better && better.action !== advice?.action) {
    const words = texts.better(actionWords(table, better.action), better.gain)
    found.push({ action: better.action, words, reason: better.reason, same: false })
  }
  return found
}

/** What the solver found, in a sentence. */
export function verdictWords(verdict: VerdictInfo, turn: number): string {
  const texts = t().verdict
  if (verdict.winnable) return turn === 0 ? texts.won : texts.wonFrom(turn)
  if (verdict.winnable === null) return texts.open(Math.max(1, Math.round(verdict.seconds)), verdict.score, verdict.bound)
  if (verdict.score < verdict.bound) return texts.lost(verdict.score, verdict.bound)
  return turn === 0 ? texts.proved(verdict.score) : texts.provedFrom(turn, verdict.score)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
