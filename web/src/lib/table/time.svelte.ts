/** The time machine: which turn is looked at, and the moments of the game that were fetched for it. */

import type { Moment } from '@/lib/generated/types'

/** What the time machine travels through: the game, or a branch of it. */
export interface Course {
  readonly turns: number
  /** Whether even its last turn has to be fetched; the last turn of the game itself is known. */
  readonly imagined: boolean
  /** Under which a moment is kept: another course, or another level of detail, is another moment. */
  readonly key: (turn: number) => string
  readonly fetch: (turn: number) => Promise<Moment>
}

export class TimeMachine {
  readonly #course: () => Course | null
  readonly #onfail: (error: unknown) => void
  #turn = $state<number | null>(null)
  #moments = $state.raw<ReadonlyMap<string, Moment>>(new Map())

  constructor(turn: number | null, course: () => Course | null, onfail: (error: unknown) => void) {
    this.#turn = turn
    this.#course = course
    this.#onfail = onfail
  }

  /** The turn that is looked at; null is now, or the end of a branch. */
  get turn(): number | null {
    return this.#turn
  }

  /** The number of the turn on the screen. */
  get shown(): number {
    return this.#turn ?? this.#course()?.turns ?? 0
  }

  /** The moment on the screen; null where it is now, or not there yet. */
  get moment(): Moment | null {
    const course = this.#course()
    return this.#travels && course ? (this.#moments.get(course.key(this.shown)) ?? null) : null
  }

  get loading(): boolean {
    return this.#travels && this.moment === null
  }

  get #travels(): boolean {
    return this.#turn !== null || (this.#course()?.imagined ?? false)
  }

  go(turn: number | null): void {
    this.#turn = turn === null ? null : Math.max(0, Math.min(turn, this.#course()?.turns ?? 0))
    this.fetch()
  }

  /** Goes to a turn of the course, whose last moment is known already. */
  arrive(last: Moment, turn: number): void {
    const course = this.#course()
    if (course) this.#keep(course.key(last.turn), last)
    this.#turn = turn >= last.turn ? null : turn
  }

  /** What was fetched may be undone, or more may be shown now. A turn that is gone cannot be looked at. */
  forget(): void {
    this.#moments = new Map()
    const course = this.#course()
    if (this.#turn !== null && course && this.#turn > course.turns) this.#turn = null
  }

  /** Fetches the moment on the screen and those beside it, unless they are there. */
  fetch(): void {
    const course = this.#course()
    if (!course || !this.#travels) return
    for (const turn of [this.shown, this.shown + 1, this.shown - 1]) void this.#fetchOne(course, turn)
  }

  async #fetchOne(course: Course, turn: number): Promise<void> {
    const key = course.key(turn)
    if (turn < 0 || turn > course.turns || this.#moments.has(key)) return
    try {
      this.#keep(key, await course.fetch(turn))
    } catch (error) {
      if (turn !== this.#turn) return
      this.#onfail(error)
      this.#turn = null
    }
  }

  #keep(key: string, moment: Moment): void {
    this.#moments = new Map(this.#moments).set(key, moment)
  }
}
