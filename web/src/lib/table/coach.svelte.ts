/** The coach of this player: what it was asked about the position on the table, and what it said. */

import { api, errorWords, Refused } from '@/lib/net/api'
import type { CoachAnswer, Message, SeatInfo, SuggestionInfo } from '@/lib/generated/types'
import type { LiveTable } from './live.svelte'

/** What is known about one position; another position begins with nothing. */
interface Notes {
  readonly position: string
  /** Whether moves were asked for. */
  readonly asked: boolean
  readonly hidden: boolean
  readonly suggestions: readonly SuggestionInfo[] | null
  /** clue, in notation: how it will be read */
  readonly readings: Readonly<Record<string, readonly Message[]>>
  readonly fault: string
}

const NOTHING: Omit<Notes, 'position'> = {
  asked: false,
  hidden: false,
  suggestions: null,
  readings: {},
  fault: '',
}

export class Coach {
  readonly #live: LiveTable
  readonly #mine: () => boolean
  #latest = $state.raw<Notes>({ position: '', ...NOTHING })
  /** What is to be asked next: null for moves, or a clue. The server takes one question at a time. */
  #wishes: readonly (string | null)[] = []
  #busy = false

  /** `mine` says whether the player may act on what is on the screen. */
  constructor(live: LiveTable, mine: () => boolean) {
    this.#live = live
    this.#mine = mine
  }

  /** Which position is on the table. The same actions lead to the same position, whatever else happens there. */
  get #position(): string {
    return this.#live.table?.actions.join(' ') ?? ''
  }

  get #notes(): Notes {
    const position = this.#position
    return this.#latest.position === position ? this.#latest : { position, ...NOTHING }
  }

  /** Whether this player may use the coach in this game. */
  get allowed(): boolean {
    const { table } = this.#live
    return table !== null && table.seat !== null && table.phase === 'playing' && table.no_coach === null
  }

  /** How much help the player wants. */
  get level(): SeatInfo['coach'] {
    const { table } = this.#live
    return (table?.seat == null ? null : table.seats[table.seat]?.coach) ?? 'off'
  }

  /** Whether the player could ask now. */
  get due(): boolean {
    return this.allowed && this.#mine()
  }

  /** Whether its moves stand at the dock, or are awaited there. */
  get shown(): boolean {
    return this.due && this.level !== 'off' && this.#notes.asked && !this.#notes.hidden
  }

  /** Whether it says how a clue will be read: where it is always asked, or was asked on this turn. */
  get reads(): boolean {
    return this.due && (this.level === 'always' || (this.level === 'ask' && this.#notes.asked))
  }

  /** The moves that it suggests; null while it thinks. */
  get suggestions(): readonly SuggestionInfo[] | null {
    return this.#notes.suggestions
  }

  /** Why it did not answer. */
  get fault(): string {
    return this.#notes.fault
  }

  /** How a clue will be read; null while that is not known. */
  readingOf(clue: string): readonly Message[] | null {
    return this.#notes.readings[clue] ?? null
  }

  askMoves(): void {
    const { asked, hidden, suggestions, fault } = this.#notes
    if (asked && hidden) this.#note({ hidden: false })
    if (asked && (suggestions !== null || !fault)) return
    this.#note({ asked: true, fault: '' })
    this.#wish(null)
  }

  /** Asks for moves unless that has been done on this turn, for a player who is always helped. */
  help(): void {
    if (!this.#notes.asked) this.askMoves()
  }

  /** Asks how a clue will be read, once. */
  askReading(clue: string): void {
    if (this.readingOf(clue) === null) this.#wish(clue)
  }

  hide(): void {
    this.#note({ hidden: true })
  }

  #note(change: Partial<Notes>): void {
    this.#latest = { ...this.#notes, ...change }
  }

  #wish(clue: string | null): void {
    // Of several clues that were looked at meanwhile, the last one counts.
    this.#wishes =
      clue === null ? [null, ...this.#wishes] : [...this.#wishes.filter((one) => one === null), clue]
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    while (this.#wishes.length > 0) {
      const [wish = null, ...later] = this.#wishes
      this.#wishes = later
      await this.#ask(wish)
    }
    this.#busy = false
  }

  async #ask(clue: string | null): Promise<void> {
    const position = this.#position
    // What was answered about a position that is gone is dropped.
    const note = (change: Partial<Notes>): void => {
      if (position === this.#position) this.#note(change)
    }
    try {
      const answer: CoachAnswer = await api.coach(this.#live.id, this.#live.seq, clue)
      if (clue === null) note({ suggestions: answer.suggestions })
      else note({ readings: { ...this.#notes.readings, [clue]: answer.reading } })
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'late')) note({ fault: errorWords(error) })
    }
  }
}
