/** A connection to a table that mends itself. */

import type { ClientMessage, ServerMessage } from '@/lib/generated/types'

export type Link = 'connecting' | 'open' | 'lost' | 'closed'

export interface ConnectionOptions {
  readonly url: string
  /** What is sent first on every connection: it carries how much this client has seen. */
  readonly hello: () => ClientMessage
  readonly onmessage: (message: ServerMessage) => void
  readonly onlink: (link: Link) => void
  readonly open?: (url: string) => WebSocket
}

const PING_EVERY = 20_000
/** How long an answer may take before the connection counts as dead, although no close has arrived. */
const PATIENCE = 8_000
const SHORTEST = 400
const LONGEST = 8_000

export class Connection {
  readonly #options: ConnectionOptions
  #socket: WebSocket | null = null
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #ping: ReturnType<typeof setInterval> | undefined
  #patience: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    this.#connect()
  }

  /** Whether it went out; what cannot be sent now is not kept, since the table may have moved on. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.#closed = true
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    clearTimeout(this.#retry)
    this.#stopPinging()
    this.#socket?.close()
    this.#options.onlink('closed')
  }

  #connect(): void {
    clearTimeout(this.#retry)
    this.#options.onlink(this.#tries === 0 ? 'connecting' : 'lost')
    const socket = (this.#options.open ?? ((url) => new WebSocket(url)))(this.#options.url)
    this.#socket = socket
    socket.onopen = () => {
      this.#tries = 0
      this.#options.onlink('open')
      this.send(this.#options.hello())
      this.#stopPinging()
      this.#ping = setInterval(() => this.#askWhetherAlive(), PING_EVERY)
    }
    socket.onmessage = (event) => {
      clearTimeout(this.#patience)
      if (this.#socket === socket) this.#options.onmessage(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #askWhetherAlive(): void {
    if (!this.send({ type: 'ping' })) return
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#giveUp(), PATIENCE)
  }

  /** Closing a dead connection may take a minute; the page does not wait for it. */
  #giveUp(): void {
    const dead = this.#socket
    this.#socket = null
    dead?.close()
    this.#lost()
  }

  #stopPinging(): void {
    clearInterval(this.#ping)
    clearTimeout(this.#patience)
  }

  #lost(): void {
    this.#stopPinging()
    if (this.#closed) return
    this.#options.onlink('lost')
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#tries))
    this.#tries += 1
  }

  readonly #hurry = (): void => {
    if (this.#closed || document.hidden) return
    const state = this.#socket?.readyState ?? WebSocket.CLOSED
    if (state === WebSocket.OPEN) this.#askWhetherAlive()
    else if (state === WebSocket.CLOSED) this.#connect()
  }
}

/** How long to wait before the next try: doubling, up to a limit, never two clients in step. */
export function backoff(tries: number, chance: () => number = Math.random): number {
  return Math.min(LONGEST, SHORTEST * 2 ** tries) * (0.75 + chance() / 2)
}

export function socketUrl(id: string, at: Pick<Location, 'protocol' | 'host'> = location): string {
  return `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}/api/tables/${encodeURIComponent(id)}/socket`
}
