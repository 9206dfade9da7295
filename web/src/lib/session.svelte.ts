/** One table in this browser: the connection, what is known, and the moment that is looked at. */

import { api, Refused } from './api'
import { cardStory, givenClues, lastClue, type CardStory, type GivenClue } from './clues'
import { NOTHING, reduce, type TableState } from './reducer'
import { allowedDetail } from './settings.svelte'
import { Connection, socketUrl, type Link } from './socket'
import type { ClientMessage, Detail, EventInfo, HanabiView, Moment, RulesInfo, TableInfo, ViewInfo } from './types'

export class TableSession {
  readonly id: string
  #state = $state.raw<TableState>(NOTHING)
  #link = $state<Link>('connecting')
  #wish = $state<Detail>('told')
  #turn = $state<number | null>(null)
  #moments = $state.raw<ReadonlyMap<string, Moment>>(new Map())
  #failed = $state('')
  #waiting = $state(false)
  #dismissed = $state.raw<unknown>(null)
  readonly #connection: Connection

  constructor(id: string, detail: Detail, turn: number | null) {
    this.id = id
    this.#wish = detail
    this.#turn = turn
    this.#connection = new Connection({
      url: socketUrl(id),
      hello: () => ({ type: 'hello', seen: this.#state.seq, detail: this.#wish }),
      onlink: (link) => {
        this.#link = link
        this.#waiting = false
      },
      onmessage: (message) => {
        this.#state = reduce(this.#state, message)
        if (message.type !== 'presence' && message.type !== 'thinking') this.#waiting = false
        if (message.type === 'error' && message.code === 'missing' && !this.#state.table) this.#connection.close()
        if (message.type === 'table' && this.#state.gap) this.#askAll()
        if (message.type === 'moved' && this.#state.gap) this.#askAll()
        if (message.type === 'table') {
          this.#forget()
          this.#fetch()
        }
      },
    })
  }

  close(): void {
    this.#connection.close()
  }

  // What is known.

  get link(): Link {
    return this.#link
  }
  get seq(): number {
    return this.#state.seq
  }
  get table(): TableInfo | null {
    return this.#state.table
  }
  get rules(): RulesInfo | null {
    return this.#state.table?.rules ?? null
  }
  get said(): TableState['said'] {
    return this.#state.said
  }
  get online(): readonly boolean[] {
    return this.#state.online
  }
  get watching(): number {
    return this.#state.watching
  }
  get thinking(): number | null {
    return this.#state.thinking
  }
  /** The view of now, whatever moment is looked at. */
  get live(): ViewInfo | null {
    return this.#state.view
  }
  /** All events up to now. */
  get allEvents(): readonly EventInfo[] {
    return this.#state.events
  }
  /** Why the last wish was refused. */
  get error(): string {
    const { error } = this.#state
    if (this.#failed) return this.#failed
    return error && error !== this.#dismissed ? error.sentence : ''
  }
  get missing(): boolean {
    return this.#state.error?.code === 'missing' && this.#state.table === null
  }
  /** Whether something was sent and not yet answered. */
  get waiting(): boolean {
    return this.#waiting
  }

  dismiss(): void {
    this.#dismissed = this.#state.error
    this.#failed = ''
  }

  // What is done.

  send(message: ClientMessage): void {
    this.dismiss()
    this.#waiting = this.#connection.send(message)
  }

  /** Sends an action, unless the last one is still on its way: a double click is one wish. */
  act(action: string): void {
    if (!this.#waiting) this.send({ type: 'act', action, seq: this.#state.seq })
  }

  note(card: number, text: string): void {
    this.send({ type: 'note', card, text })
    const { table } = this.#state
    if (!table) return
    const { [String(card)]: _, ...others } = table.notes
    this.#state = {
      ...this.#state,
      table: { ...table, notes: text ? { ...others, [String(card)]: text } : others },
    }
  }

  get detail(): Detail {
    return allowedDetail(this.#wish, this.table?.setup.detail ?? 'deduced')
  }

  set detail(detail: Detail) {
    if (detail === this.#wish) return
    this.#wish = detail
    this.#askAll()
    this.#fetch()
  }

  #askAll(): void {
    this.#connection.send({ type: 'hello', seen: 0, detail: this.#wish })
  }

  // The time machine.

  /** How many actions there have been. */
  get turns(): number {
    return this.table?.actions.length ?? 0
  }

  /** The turn that is looked at; null is now. */
  get turn(): number | null {
    return this.#turn
  }

  set turn(turn: number | null) {
    this.#failed = ''
    this.#turn = turn === null ? null : Math.max(0, Math.min(turn, this.turns))
    this.#fetch()
  }

  /** The number of the turn on the screen. */
  get shownTurn(): number {
    return this.#turn ?? this.turns
  }

  get loading(): boolean {
    return this.#turn !== null && !this.#moments.has(this.#key(this.#turn))
  }

  /** What is on the screen: now, or the moment that is looked at. */
  readonly view = $derived.by((): ViewInfo | null => {
    if (this.#turn === null) return this.#state.view
    return this.#moments.get(this.#key(this.#turn))?.view ?? this.#state.view
  })

  /** What had happened up to the moment on the screen. */
  readonly events = $derived.by((): readonly EventInfo[] => {
    const turn = this.#turn
    return turn === null || this.loading ? this.#state.events : this.#state.events.filter((one) => one.turn <= turn)
  })

  readonly clues = $derived.by((): readonly GivenClue[] => {
    const view = this.view
    if (view?.game !== 'hanabi') return []
    return givenClues(this.events, view.hands.map(idsOf))
  })

  readonly lastClue = $derived.by((): GivenClue | null =>
    this.view?.game === 'hanabi' ? lastClue(this.clues, this.events, this.view.hands.length) : null,
  )

  story(id: number): CardStory {
    return cardStory(this.events, this.clues, id)
  }

  /** Whether the viewer may act now: it is their turn, and they look at now. */
  get mine(): boolean {
    const view = this.#state.view
    return (
      this.#turn === null &&
      view !== null &&
      this.table?.seat !== null &&
      view.turn === this.table?.seat &&
      !view.result
    )
  }

  #key(turn: number): string {
    return `${turn}/${this.detail}/${this.table?.phase === 'over'}`
  }

  /** What was fetched may be undone, or more may be shown now. */
  #forget(): void {
    this.#moments = new Map()
  }

  #fetch(): void {
    const turn = this.#turn
    if (turn === null || this.table === null) return
    for (const wanted of [turn, turn + 1, turn - 1]) void this.#fetchOne(wanted)
  }

  async #fetchOne(turn: number): Promise<void> {
    const key = this.#key(turn)
    if (turn < 0 || turn > this.turns || this.#moments.has(key)) return
    try {
      const moment = await api.moment(this.id, turn, this.detail)
      this.#moments = new Map(this.#moments).set(key, moment)
    } catch (error) {
      if (turn !== this.#turn) return
      this.#failed = error instanceof Refused ? error.message : String(error)
      this.#turn = null
    }
  }
}

function idsOf(hand: HanabiView['hands'][number]): readonly number[] {
  return hand.map((held) => held.id)
}
