/** A table as the server tells it: the connection, what is known by now, and what this client sends. */

import { showPalettes } from '@/lib/rules/palettes'
import { tell } from '@/lib/words/index.svelte'
import { errorWords } from '@/lib/net/api'
import { Connection, socketUrl, type ConnectionOptions, type Link } from '@/lib/net/socket'
import type { ClientMessage, Detail, ServerMessage } from '@/lib/generated/types'
import { NOTHING, reduce, type TableState } from './reducer'

interface LiveOptions {
  readonly detail: Detail
  /** Called when the server has sent the whole table: what was fetched before may be undone. */
  readonly onreset: () => void
  /** Opens the socket; tests hand in their own. */
  readonly open?: ConnectionOptions['open']
}

export class LiveTable {
  readonly id: string
  readonly #onreset: () => void
  readonly #connection: Connection
  #state = $state.raw<TableState>(NOTHING)
  #link = $state<Link>('connecting')
  #wish = $state<Detail>('told')
  #waiting = $state(false)
  #failed = $state('')
  #dismissed = $state.raw<unknown>(null)

  constructor(id: string, { detail, onreset, open }: LiveOptions) {
    this.id = id
    this.#wish = detail
    this.#onreset = onreset
    this.#connection = new Connection({
      url: socketUrl(id),
      hello: () => ({ type: 'hello', seen: this.#state.seq, detail: this.#wish }),
      onlink: (link) => {
        this.#link = link
        this.#waiting = false
      },
      onmessage: (message) => this.#receive(message),
      ...(open ? { open } : {}),
    })
  }

  close(): void {
    this.#connection.close()
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'table') showPalettes(message.table.rules.suits)
    this.#state = reduce(this.#state, message)
    if (message.type !== 'presence' && message.type !== 'thinking') this.#waiting = false
    if (this.missing) this.#connection.close()
    // Whether the wish took effect is not known: the table says so as soon as the server knows.
    if (message.type === 'error' && message.code === 'unknown') this.#askAll()
    if ((message.type === 'table' || message.type === 'moved') && this.#state.gap) this.#askAll()
    if (message.type === 'table') this.#onreset()
  }

  readonly link = $derived(this.#link)
  /** The last entry that is known. */
  readonly seq = $derived(this.#state.seq)
  readonly table = $derived(this.#state.table)
  readonly view = $derived(this.#state.view)
  readonly insight = $derived(this.#state.insight)
  readonly events = $derived(this.#state.events)
  /** How many actions there have been. */
  readonly turns = $derived(this.#state.table?.actions.length ?? 0)
  readonly said = $derived(this.#state.said)
  readonly online = $derived(this.#state.online)
  readonly awaySince = $derived(this.#state.awaySince)
  readonly watching = $derived(this.#state.watching)
  /** The seat whose bot takes its time. */
  readonly thinking = $derived(this.#state.thinking)
  /** Whether it has to wait until something is compiled. */
  readonly preparing = $derived(this.#state.preparing)
  /** Whether there is no such table, or none that can be read. */
  readonly missing = $derived(
    this.#state.error?.code === 'damaged' ||
      (this.#state.error?.code === 'missing' && this.#state.table === null),
  )
  /** Whether the server cannot read this table: the error says so. */
  readonly damaged = $derived(this.#state.error?.code === 'damaged')
  /** Whether something was sent and not yet answered. */
  readonly waiting = $derived(this.#waiting)

  /** Why the last wish was refused. */
  get error(): string {
    const { error } = this.#state
    if (this.#failed) return this.#failed
    return error && error !== this.#dismissed ? tell(error.message) : ''
  }

  dismiss(): void {
    this.#dismissed = this.#state.error
    this.#failed = ''
  }

  /** Shows what went wrong outside the socket; an empty sentence takes it back. */
  fail(error: unknown): void {
    this.#failed = errorWords(error)
  }

  /** How much help with memory this client asks for. */
  get wish(): Detail {
    return this.#wish
  }
  set wish(detail: Detail) {
    this.#wish = detail
    this.#askAll()
  }

  #askAll(): void {
    this.#connection.send({ type: 'hello', seen: 0, detail: this.#wish })
  }

  send(message: ClientMessage): void {
    this.dismiss()
    this.#waiting = this.#connection.send(message)
  }

  act(action: string): void {
    this.send({ type: 'act', action, seq: this.#state.seq })
  }

  /** Takes the last move back, or asks the others whether it may be. A second click is about the same move. */
  takeBack(): void {
    const to = this.table?.undo_to ?? null
    if (to !== null && !this.table?.undo && !this.#waiting) this.send({ type: 'undo', wish: 'ask', to })
  }

  note(card: number, text: string): void {
    this.send({ type: 'note', card, text })
    const { table } = this.#state
    if (!table) return
    const { [String(card)]: _, ...others } = table.notes
    const notes = text ? { ...others, [String(card)]: text } : others
    this.#state = { ...this.#state, table: { ...table, notes } }
  }

  /** Asks the server over HTTP, as if it were a message: nothing else is sent meanwhile, and a refusal is shown. */
  async ask<T>(work: () => Promise<T>): Promise<T | null> {
    this.dismiss()
    this.#waiting = true
    try {
      return await work()
    } catch (error) {
      this.fail(error)
      return null
    } finally {
      this.#waiting = false
    }
  }
}
