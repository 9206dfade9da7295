/** A game that plays itself on the screen: pause, speed, and single steps. */

import type { TableSession } from '@/lib/table/session.svelte'

export const SPEEDS = [0.5, 1, 2, 4, 8] as const
/** How long a move stays on the screen at the usual speed. */
const MOVE = 2400

export class Playback {
  readonly #session: () => TableSession
  playing = $state(true)
  speed = $state(1)

  constructor(session: () => TableSession) {
    this.#session = session
    $effect(() => {
      if (!this.playing || !this.ready) return
      const timer = setTimeout(() => this.#go(this.turn + 1), MOVE / this.speed)
      return () => clearTimeout(timer)
    })
  }

  get turn(): number {
    return this.#session().shownTurn
  }

  get turns(): number {
    return this.#session().turns
  }

  /** Whether the last move of a finished game is on the screen. */
  get ended(): boolean {
    const { table, turns, shownTurn, time } = this.#session()
    return table !== null && table.phase === 'over' && shownTurn >= turns && !time.loading
  }

  /** Whether there is a next move, and this one is on the screen. */
  get ready(): boolean {
    return this.turn < this.turns && !this.#session().time.loading
  }

  toggle(): void {
    if (this.ended && !this.playing) this.#go(0)
    this.playing = !this.playing || this.ended
  }

  /** Goes some moves back or forth, and stays there. */
  step(by: number): void {
    this.playing = false
    this.#go(this.turn + by)
  }

  show(turn: number): void {
    this.playing = false
    this.#go(turn)
  }

  /** Takes a key; whether it meant something. */
  press(key: string): boolean {
    if (key === ' ') this.toggle()
    else if (key === 'ArrowRight') this.step(1)
    else if (key === 'ArrowLeft') this.step(-1)
    else if (key === 'Home') this.show(0)
    else if (key === 'End') this.show(this.turns)
    else return false
    return true
  }

  #go(turn: number): void {
    this.#session().turn = Math.max(0, Math.min(turn, this.turns))
    if (this.ended) this.playing = false
  }
}
