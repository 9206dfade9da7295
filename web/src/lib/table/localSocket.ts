/** A socket without a server: a table that this browser lays out by itself, as in a lesson. */

import type { ClientMessage, ServerMessage } from '@/lib/generated/types'

export class LocalSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: string }) => void) | null = null
  onclose: (() => void) | null = null
  readonly #hear: (message: ClientMessage) => void

  /** `hear` gets what the page sends. */
  constructor(hear: (message: ClientMessage) => void) {
    this.#hear = hear
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return
      this.readyState = WebSocket.OPEN
      this.onopen?.()
    })
  }

  /** As a table's session wants it. */
  get socket(): WebSocket {
    return this as unknown as WebSocket
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage
    if (message.type === 'ping') this.tell({ type: 'pong' })
    else this.#hear(message)
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    this.onclose?.()
  }

  /** Speaks for the server. */
  tell(message: ServerMessage): void {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: JSON.stringify(message) })
  }
}
