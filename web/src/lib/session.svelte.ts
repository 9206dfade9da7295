/** One table in this browser: the connection, what is known, and the moment that is looked at. */

import { api, Refused } from './api'
import { lineTo, wholeLine, withAction, type Branch } from './branch'
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
  #branch = $state.raw<Branch | null>(null)
  /** What the actions of the branch caused. */
  #branchEvents = $state.raw<readonly EventInfo[]>([])
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
  /** The table; in a branch, as if the game had gone that way and nobody in particular looked at it. */
  readonly table = $derived.by((): TableInfo | null => {
    const { table } = this.#state
    const branch = this.#branch
    if (!table || !branch) return table
    const told = Object.entries(table.reasons).filter(([turn]) => Number(turn) <= branch.start)
    return {
      ...table,
      seat: null,
      actions: wholeLine(branch, table.actions),
      reasons: { ...Object.fromEntries(told), ...branch.reasons },
    }
  })
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
  /** All events up to now, or to the end of the branch. */
  readonly allEvents = $derived.by((): readonly EventInfo[] => {
    const branch = this.#branch
    if (!branch) return this.#state.events
    return [...this.#state.events.filter((event) => event.turn <= branch.start), ...this.#branchEvents]
  })
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
    if (this.#waiting) return
    if (this.#branch) void this.#try(action)
    else this.send({ type: 'act', action, seq: this.#state.seq })
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

  /** How many of them the game itself has, whatever branch is looked at. */
  get played(): number {
    return this.#state.table?.actions.length ?? 0
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
    return (this.#turn !== null || this.#branch !== null) && !this.#moments.has(this.#key(this.shownTurn))
  }

  /** Whether what is on the screen can go on: it is now, or a branch. */
  get open(): boolean {
    return this.#turn === null || this.#branch !== null
  }

  /** What is on the screen: now, or the moment that is looked at. */
  readonly view = $derived.by((): ViewInfo | null => {
    if (this.#turn === null && this.#branch === null) return this.#state.view
    return this.#moments.get(this.#key(this.shownTurn))?.view ?? this.#state.view
  })

  /** What had happened up to the moment on the screen. */
  readonly events = $derived.by((): readonly EventInfo[] => {
    const turn = this.#turn
    return turn === null || this.loading ? this.allEvents : this.allEvents.filter((one) => one.turn <= turn)
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

  /** The seat for which the viewer acts: their own, or whoever is on turn in a branch. */
  get actor(): number | null {
    return this.#branch ? (this.view?.turn ?? null) : (this.table?.seat ?? null)
  }

  /** Whether the viewer may act now: it is their turn, and they look at now; or it is a branch. */
  get mine(): boolean {
    if (this.#branch) return !this.loading && this.view !== null && this.view.turn !== null
    const view = this.#state.view
    return (
      this.#turn === null &&
      view !== null &&
      this.table?.seat !== null &&
      view.turn === this.table?.seat &&
      !view.result
    )
  }

  // What if.

  /** Another way to go on that is being tried out; null at the game as it was. */
  get branch(): Branch | null {
    return this.#branch
  }

  /** Goes a branch up to a turn. The server plays it through; where it cannot be played, all stays as it is. */
  async follow(branch: Branch, turn: number): Promise<void> {
    const end = branch.start + branch.actions.length
    const moment = await this.#ask(branch, end)
    if (!moment) return
    this.#take(branch, moment, Math.max(0, Math.min(turn, end)))
    this.#fetch()
  }

  /** Goes on in the branch with an action that has been played through already. */
  extend(action: string, moment: Moment, reason = ''): void {
    const branch = this.#after(action, reason)
    if (branch) this.#take(branch, moment, moment.turn)
  }

  /** The branch is known by another name now. */
  rename(branch: Branch): void {
    if (this.#branch) this.#branch = branch
  }

  /** Back to the game as it was, at the turn where the branch left it. */
  leave(): void {
    if (!this.#branch) return
    const turn = Math.min(this.shownTurn, this.#branch.start)
    this.#branch = null
    this.#branchEvents = []
    this.turn = turn
  }

  #after(action: string, reason = ''): Branch | null {
    const { table } = this.#state
    return table && this.#branch ? withAction(this.#branch, this.shownTurn, action, table.actions, reason) : null
  }

  async #try(action: string): Promise<void> {
    const branch = this.#after(action)
    const turn = this.shownTurn + 1
    if (!branch) return
    if (branch === this.#branch) {
      this.turn = turn
      return
    }
    const moment = await this.#ask(branch, turn)
    if (moment) this.#take(branch, moment, turn)
  }

  async #ask(branch: Branch, turn: number): Promise<Moment | null> {
    this.dismiss()
    this.#waiting = true
    try {
      return await api.line(this.id, lineTo(branch, turn), this.detail)
    } catch (error) {
      this.#failed = error instanceof Refused ? error.message : String(error)
      return null
    } finally {
      this.#waiting = false
    }
  }

  /** `moment` is the end of the branch. */
  #take(branch: Branch, moment: Moment, turn: number): void {
    this.#branch = branch
    this.#branchEvents = moment.events
    this.#moments = new Map(this.#moments).set(this.#key(moment.turn), moment)
    this.#turn = turn >= moment.turn ? null : turn
  }

  #key(turn: number): string {
    if (this.#branch) {
      const line = lineTo(this.#branch, turn)
      return `${line.turn}.${line.actions.join('.')}/${this.detail}`
    }
    return `${turn}/${this.detail}/${this.table?.phase === 'over'}`
  }

  /** What was fetched may be undone, or more may be shown now. */
  #forget(): void {
    this.#moments = new Map()
  }

  #fetch(): void {
    if ((this.#turn === null && !this.#branch) || this.table === null) return
    const turn = this.shownTurn
    for (const wanted of [turn, turn + 1, turn - 1]) void this.#fetchOne(wanted)
  }

  async #fetchOne(turn: number): Promise<void> {
    const key = this.#key(turn)
    if (turn < 0 || turn > this.turns || this.#moments.has(key)) return
    try {
      const moment = this.#branch
        ? await api.line(this.id, lineTo(this.#branch, turn), this.detail)
        : await api.moment(this.id, turn, this.detail)
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
