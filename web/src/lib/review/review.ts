/** Reviews and verdicts as the screen needs them: points of a graph, and words. */

import { t, tell, type Code } from '@/lib/words/index.svelte'
import type {
  Message,
  MoveReview,
  Point,
  Reach,
  Review,
  Summary,
  TableInfo,
  Verdict,
} from '@/lib/generated/types'
import { actionWords, readerOf, sentences } from '@/lib/words/speech'

export type Measure = 'win' | 'score'

interface Spot {
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

/** For how many moves there was a better one, of those that were compared with others at all. */
export function betterWords(review: Pick<Review, 'moves'>, { weighed }: Pick<Summary, 'weighed'>): string {
  const moves = review.moves.filter((one) => one.better).length
  if (weighed === 0) return review.moves.length > 0 ? t('review.not-weighed') : ''
  if (weighed < review.moves.length) return t('review-page.summary-better-some', { moves, weighed })
  return t('review-page.summary-better', { moves })
}

/** The lowest and the highest value of a graph: all chances, or the scores that the game came across. */
export function range(points: readonly Point[], measure: Measure, most: number): readonly [number, number] {
  if (measure === 'win') return [0, 1]
  const least = Math.min(most, ...points.map((point) => point.score - 2 * point.score_error))
  return [Math.max(0, Math.min(Math.floor(least), most - 4)), most]
}

/** Where the points of a graph lie in a frame; the first turn at the left edge, the best at the top. */
export function spots(points: readonly Point[], measure: Measure, frame: Frame): readonly Spot[] {
  const [least, most] = range(points, measure, frame.most)
  const share = (value: number): number => (value - least) / Math.max(1e-9, most - least)
  const y = (value: number): number => round(frame.height * (1 - Math.min(1, Math.max(0, share(value)))))
  return points.map((point) => {
    const value = point[measure]
    const doubt = 2 * (measure === 'win' ? point.win_error : point.score_error)
    return {
      turn: point.turn,
      x: xOf(point.turn, frame),
      y: y(value),
      low: y(value - doubt),
      high: y(value + doubt),
    }
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
export function moveAt(review: Review, turn: number): MoveReview | null {
  return review.moves.find((move) => move.turn === turn) ?? null
}

/** What a move risked and told, by what the players could know then. */
export function knownWords(table: TableInfo, move: MoveReview): readonly string[] {
  const found: string[] = []
  const { risk, told } = move
  if (risk) {
    if (risk.lost > 0) found.push(t('review.risk-lost', { chance: risk.lost }))
    else if (risk.strike > 0) found.push(t('review.risk-strike', { chance: risk.strike }))
    if (risk.loss > 0) found.push(t('review.risk-loss', { chance: risk.loss }))
    if (found.length === 0) found.push(t('review.risk-none'))
    if (move.action.startsWith('d') && risk.dead > 0) found.push(t('review.risk-dead', { chance: risk.dead }))
  }
  if (told) {
    const about = (code: Code, slots: readonly number[], more: Message['fields'] = {}): void => {
      const fields = { who: { seat: told.receiver }, slots, count: slots.length, ...more }
      found.push(tell({ code, fields }, readerOf(table)))
    }
    about('review.told', told.new, { bits: told.bits })
    if (told.playable.length > 0) about('review.told-fits', told.playable)
    if (told.dead.length > 0) about('review.told-dead', told.dead)
  }
  if (move.gone > 0) found.push(t('review.gone', { points: move.gone }))
  const { estimate, played } = move
  if (estimate && played)
    found.push(
      t('review.outlook', {
        win_before: estimate.win,
        win_after: played.win,
        before: estimate.score,
        after: played.score,
      }),
    )
  return found
}

/** How the outlook stood before a move and after all at the table had seen what came of it. */
export function cameOf(points: readonly Point[], turn: number): string {
  const before = points.find((point) => point.turn === turn - 1)
  const after = points.find((point) => point.turn === turn)
  if (!before || !after) return ''
  const change = after.score - before.score
  return t('review.came-of-it', {
    win: after.win,
    before: before.score,
    after: after.score,
    change: Math.abs(change),
    sign: change < 0 ? '-' : '+',
  })
}

/** What only those know about a move who see all cards. */
export function hindsightWords(move: MoveReview): readonly string[] {
  const found: string[] = []
  const { hindsight } = move
  if (hindsight) {
    found.push(
      hindsight.lost > 0
        ? t('review.lost', { points: hindsight.lost, loss: lossOf(hindsight.kind) })
        : t('review.nothing-lost'),
    )
    found.push(t('review.reach', { before: reachOf(hindsight.before), after: reachOf(hindsight.after) }))
  }
  for (const card of move.later) {
    found.push(t('review.fate', { slot: card.slot, fate: card.fate, turn: card.turn ?? 0 }))
    if (card.saved) found.push(t('review.saved', { slot: card.slot }))
  }
  return found
}

function reachOf({ score, bound }: Reach): Message {
  return score === bound
    ? { code: 'review.reach-known', fields: { score } }
    : { code: 'review.reach-between', fields: { score, bound } }
}

/** How points were given away. */
export function lossOf(kind: string): Message {
  return { code: `review.loss.${kind}`, fields: {} }
}

/** What else could have been done at a move: what the bot advises, and what did better. */
export interface Idea {
  readonly action: string
  readonly words: string
  readonly reason: string
  /** Whether it is what was done. */
  readonly same: boolean
}

export function ideas(table: TableInfo, move: MoveReview): readonly Idea[] {
  const { advice, better } = move
  const found: Idea[] = []
  if (advice) {
    const words = advice.same
      ? t('review.advice-same', { bot: advice.bot })
      : t('review.advice-other', { bot: advice.bot, action: actionWords(table, advice.action) })
    const worth = better?.action === advice.action ? ` ${t('review-page.gain', { gain: better.gain })}` : ''
    found.push({
      action: advice.action,
      words: words + worth,
      reason: sentences(table, advice.reason),
      same: advice.same,
    })
  }
  if (better && better.action !== advice?.action) {
    const words = t('review.better', {
      action: actionWords(table, better.action),
      gain: better.gain,
      error: better.error,
    })
    found.push({ action: better.action, words, reason: sentences(table, better.reason), same: false })
  }
  return found
}

/** What the solver found, in a sentence. */
export function verdictWords(verdict: Verdict, turn: number): string {
  if (verdict.winnable) return turn === 0 ? t('verdict.won') : t('verdict.won-from', { turn })
  if (verdict.winnable === null)
    return t('verdict.open', {
      seconds: Math.max(1, Math.round(verdict.seconds)),
      best: verdict.score,
      bound: verdict.bound,
    })
  if (verdict.score < verdict.bound) return t('verdict.lost', { best: verdict.score, bound: verdict.bound })
  return turn === 0
    ? t('verdict.proved', { best: verdict.score })
    : t('verdict.proved-from', { turn, best: verdict.score })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
