/** One table in this browser: what the server tells, the turn that is looked at, and the branch that is tried out. */

import { allowedDetail } from '@/lib/browser/settings.svelte'
import { api } from '@/lib/net/api'
import type { ConnectionOptions } from '@/lib/net/socket'
import type { Branch } from '@/lib/review/branch'
import type { Detail, HanabiView, Insight, TableInfo, View } from '@/lib/generated/types'
import { Coach } from './coach.svelte'
import { cardStory, givenClues, lastClue, type CardStory, type GivenClue } from './clues'
import { withLosses } from './copies'
import type { TurnEvent } from './events'
import { LiveTable } from './live.svelte'
import { TimeMachine, type Course } from './time.svelte'
import { Variation } from './variation.svelte'

export class TableSession {
  readonly live: LiveTable
  readonly time: TimeMachine
  readonly variation: Variation
  readonly coach: Coach

  constructor(id: string, detail: Detail, turn: number | null, open?: ConnectionOptions['open']) {
    this.time = new TimeMachine(
      turn,
      () => this.#course,
      (error) => this.live.fail(error),
    )
    this.live = new LiveTable(id, { detail, onreset: () => this.#refetch(), ...(open ? { open } : {}) })
    this.variation = new Variation(this.live, this.time, () => this.detail)
    this.coach = new Coach(this.live, () => this.mine && this.branch === null)
  }

  close(): void {
    this.live.close()
  }

  get id(): string {
    return this.live.id
  }

  get #course(): Course | null {
    const { branch } = this
    if (!this.table) return null
    if (branch) return this.variation.course(branch)
    return {
      turns: this.turns,
      imagined: false,
      key: (turn) => `${turn}/${this.detail}/${this.table?.phase === 'over'}`,
      fetch: (turn) => api.moment(this.id, turn, this.detail),
    }
  }

  #refetch(): void {
    this.time.forget()
    this.time.fetch()
  }

  // What is on the screen.

  /** Another way to go on that is being tried out; null at the game as it was. */
  get branch(): Branch | null {
    return this.variation.branch
  }

  readonly table = $derived.by((): TableInfo | null => {
    const { table } = this.live
    return table && this.branch ? this.variation.table(table, this.branch) : table
  })

  /** How many actions the game has, or the branch. */
  get turns(): number {
    return this.table?.actions.length ?? 0
  }

  /** The turn that is looked at; null is now. */
  get turn(): number | null {
    return this.time.turn
  }
  set turn(turn: number | null) {
    this.live.fail('')
    this.time.go(turn)
  }

  /** The number of the turn on the screen. */
  get shownTurn(): number {
    return this.time.shown
  }

  readonly view = $derived.by((): View | null => this.time.moment?.view ?? this.live.view)

  /** What the view implies, in a co-operative game. */
  readonly insight = $derived.by((): Insight | null => (this.time.moment ?? this.live).insight)

  /** All events up to now, or to the end of the branch. */
  readonly allEvents = $derived.by((): readonly TurnEvent[] =>
    this.table
      ? withLosses(this.table.rules, this.branch ? this.variation.events(this.branch) : this.live.events)
      : [],
  )

  /** What had happened up to the moment on the screen. */
  readonly events = $derived.by((): readonly TurnEvent[] => {
    const { turn, loading } = this.time
    return turn === null || loading ? this.allEvents : this.allEvents.filter((event) => event.turn <= turn)
  })

  readonly clues = $derived.by((): readonly GivenClue[] => {
    const { view } = this
    return view?.game === 'hanabi' ? givenClues(this.events, view.hands.map(idsOf)) : []
  })

  readonly lastClue = $derived.by((): GivenClue | null =>
    this.view?.game === 'hanabi' ? lastClue(this.clues, this.events, this.view.hands.length) : null,
  )

  story(id: number): CardStory {
    return cardStory(this.events, this.clues, id)
  }

  /** How much help with memory is shown: what the person wishes, as far as the table allows it. */
  get detail(): Detail {
    return allowedDetail(this.live.wish, this.table?.setup.detail ?? 'deduced')
  }
  set detail(detail: Detail) {
    if (detail === this.live.wish) return
    this.live.wish = detail
    this.time.fetch()
  }

  // What may be done.

  /** Whether what is on the screen can go on: it is now, or a branch. */
  get open(): boolean {
    return this.turn === null || this.branch !== null
  }

  /** The seat for which the viewer acts: their own, or in a branch the one on turn. */
  get actor(): number | null {
    return this.branch ? (this.view?.turn ?? null) : (this.table?.seat ?? null)
  }

  /** Whether it is the viewer's turn, whatever moment is looked at. */
  get due(): boolean {
    const { view, table } = this.live
    if (!view || !table || table.seat === null || table.phase !== 'playing' || table.paused !== null)
      return false
    return view.turn === table.seat && !table.seats[table.seat]?.gone
  }

  /** Whether the viewer may act on what is on the screen. */
  get mine(): boolean {
    if (this.branch) return !this.time.loading && this.view !== null && this.view.turn !== null
    return this.turn === null && this.due
  }

  /** Sends an action, unless the last one is still on its way: a double click is one wish. */
  act(action: string): void {
    if (this.live.waiting) return
    if (this.branch) void this.variation.act(action)
    else this.live.act(action)
  }
}

function idsOf(hand: HanabiView['hands'][number]): readonly number[] {
  return hand.map((held) => held.id)
}
