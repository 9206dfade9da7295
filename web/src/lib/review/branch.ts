/** What if: a game up to some turn, and then other actions. The server plays it through; this only keeps count. */

import type { Message, TableInfo } from '@/lib/generated/types'

const SOLVER = 'solver'

export interface Branch {
  /** Its name on the server; empty until it is kept. */
  readonly id: string
  readonly title: string
  /** The turn of the game from which it goes its own way. */
  readonly start: number
  readonly actions: readonly string[]
  /** turn: why a bot did what led to it */
  readonly reasons: TableInfo['reasons']
  /** turn: the ids of the conventions that a bot went by */
  readonly cited: TableInfo['cited']
  /** Whether the solver found it; a line that a person has changed is that person's. */
  readonly solved?: boolean
}

/** Why a bot moved, and by which conventions. */
export interface Why {
  readonly reason?: readonly Message[]
  readonly conventions?: readonly string[]
}

export interface Line {
  readonly turn: number
  readonly actions: readonly string[]
}

export function newBranch(start: number, actions: readonly string[] = []): Branch {
  return { id: '', title: '', start, actions, reasons: {}, cited: {} }
}

/** A line that the solver found. */
export function solvedBranch(start: number, actions: readonly string[]): Branch {
  return { ...newBranch(start, actions), solved: true }
}

/** The line that leads to a turn of the branch. */
export function lineTo(branch: Branch, turn: number): Line {
  const own = Math.max(0, turn - branch.start)
  return { turn: Math.min(turn, branch.start), actions: branch.actions.slice(0, own) }
}

/** All actions, from the deal to the end of the branch. */
export function wholeLine(branch: Branch, played: readonly string[]): readonly string[] {
  return [...played.slice(0, branch.start), ...branch.actions]
}

/** The branch after an action at a turn. What came after it is given up, unless the action is the one that came. */
export function withAction(
  branch: Branch,
  turn: number,
  action: string,
  played: readonly string[],
  { reason = [], conventions = [] }: Why = {},
): Branch {
  if (wholeLine(branch, played)[turn] === action) return branch
  const start = Math.min(branch.start, turn)
  return {
    id: '',
    title: '',
    start,
    actions: [...branch.actions.slice(0, turn - start), action],
    reasons: noted(branch.reasons, turn, reason),
    cited: noted(branch.cited, turn, conventions),
  }
}

/** What was noted up to a turn, and what is noted of the move after it, if anything. */
function noted<One>(
  notes: Readonly<Record<string, readonly One[]>>,
  turn: number,
  next: readonly One[],
): Readonly<Record<string, readonly One[]>> {
  const kept = Object.entries(notes).filter(([at]) => Number(at) <= turn)
  return Object.fromEntries(next.length > 0 ? [...kept, [String(turn + 1), next]] : kept)
}

/** A line as the address of the page says it: `12.p1.cBr`, or `solver.0.p1` for one that the solver found. */
export function writeLine(branch: Branch): string {
  return [...(branch.solved ? [SOLVER] : []), branch.start, ...branch.actions].join('.')
}

/** A line from the address, or null for what is none. */
export function readLine(text: string): Branch | null {
  const solved = text.startsWith(`${SOLVER}.`)
  const line = solved ? text.slice(SOLVER.length + 1) : text
  if (!/^\d{1,4}(\.[A-Za-z0-9]{2,14}){0,400}$/.test(line)) return null
  const [start = '', ...actions] = line.split('.')
  return solved ? solvedBranch(Number(start), actions) : newBranch(Number(start), actions)
}
