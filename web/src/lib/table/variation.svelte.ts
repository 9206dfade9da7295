/** What if: another way to go on from a turn of a finished game, played through by the server. */

import { api } from '@/lib/net/api'
import { lineTo, wholeLine, withAction, type Branch, type Why } from '@/lib/review/branch'
import type { Detail, Moment, TableInfo } from '@/lib/generated/types'
import { numbered, type TurnEvent } from './events'
import type { LiveTable } from './live.svelte'
import type { Course, TimeMachine } from './time.svelte'

export class Variation {
  readonly #live: LiveTable
  readonly #time: TimeMachine
  readonly #detail: () => Detail
  #branch = $state.raw<Branch | null>(null)
  /** What the actions of the branch caused. */
  #events = $state.raw<readonly TurnEvent[]>([])

  constructor(live: LiveTable, time: TimeMachine, detail: () => Detail) {
    this.#live = live
    this.#time = time
    this.#detail = detail
  }

  /** Null at the game as it was. */
  get branch(): Branch | null {
    return this.#branch
  }

  /** The table as if the game had gone that way, seen by no seat in particular. */
  table(table: TableInfo, branch: Branch): TableInfo {
    const before = ([turn]: readonly [string, unknown]): boolean => Number(turn) <= branch.start
    const told = Object.entries(table.reasons).filter(before)
    const named = Object.entries(table.cited).filter(before)
    return {
      ...table,
      seat: null,
      actions: wholeLine(branch, table.actions),
      reasons: { ...Object.fromEntries(told), ...branch.reasons },
      cited: { ...Object.fromEntries(named), ...branch.cited },
    }
  }

  /** What happened in the game up to the branch, and in the branch. */
  events(branch: Branch): readonly TurnEvent[] {
    return [...this.#live.events.filter((event) => event.turn <= branch.start), ...this.#events]
  }

  course(branch: Branch): Course {
    const detail = this.#detail()
    return {
      turns: wholeLine(branch, this.#live.table?.actions ?? []).length,
      imagined: true,
      key: (turn) => {
        const line = lineTo(branch, turn)
        return `${line.turn}.${line.actions.join('.')}/${detail}`
      },
      fetch: (turn) => this.#play(branch, turn),
    }
  }

  /** Goes a branch up to a turn. Where the server cannot play it, all stays as it is. */
  async follow(branch: Branch, turn: number): Promise<void> {
    const end = branch.start + branch.actions.length
    const moment = await this.#live.ask(() => this.#play(branch, end))
    if (!moment) return
    this.#take(branch, moment, Math.max(0, Math.min(turn, end)))
    this.#time.fetch()
  }

  /** Goes on in the branch with an action; one that the branch has already is only gone to. */
  async act(action: string): Promise<void> {
    const branch = this.#after(action)
    const turn = this.#time.shown + 1
    if (!branch) return
    if (branch === this.#branch) {
      this.#time.go(turn)
      return
    }
    const moment = await this.#live.ask(() => this.#play(branch, turn))
    if (moment) this.#take(branch, moment, turn)
  }

  /** Goes on in the branch with an action that has been played through already. */
  extend(action: string, moment: Moment, why: Why = {}): void {
    const branch = this.#after(action, why)
    if (branch) this.#take(branch, moment, moment.turn)
  }

  /** The branch is known by another name now. */
  rename(branch: Branch): void {
    if (this.#branch) this.#branch = branch
  }

  /** Back to the game as it was, at the turn where the branch left it. */
  leave(): void {
    if (!this.#branch) return
    const turn = Math.min(this.#time.shown, this.#branch.start)
    this.#branch = null
    this.#events = []
    this.#time.go(turn)
  }

  #after(action: string, why: Why = {}): Branch | null {
    const { table } = this.#live
    return table && this.#branch
      ? withAction(this.#branch, this.#time.shown, action, table.actions, why)
      : null
  }

  #play(branch: Branch, turn: number): Promise<Moment> {
    return api.line(this.#live.id, lineTo(branch, turn), this.#detail())
  }

  /** `last` is the end of the branch. */
  #take(branch: Branch, last: Moment, turn: number): void {
    this.#branch = branch
    this.#events = numbered(last.turns, last.turn)
    this.#time.arrive(last, turn)
  }
}
