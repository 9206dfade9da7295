/** Up to which turn of a table its viewer has looked on: what came later happened since they left. */

import { recall, remember } from './store'

const KEY = 'seen'
/** Tables that a browser remembers; the one left longest ago is forgotten first. */
const MOST = 40

type Seen = readonly (readonly [table: string, turn: number])[]

export class LastSeen {
  readonly #id: string
  readonly #turns: () => number
  /** The turn at which the viewer left, until they leave again; null for a first visit. */
  left = $state<number | null>(null)

  constructor(id: string, turns: () => number) {
    this.#id = id
    this.#turns = turns
    this.left = turnOf(id)
  }

  /** For an effect: notes when the page is hidden or closed. */
  watch(): () => void {
    const note = (): void => {
      if (document.visibilityState === 'visible') return
      this.left = this.#turns()
      write(this.#id, this.left)
    }
    const leave = (): void => write(this.#id, this.#turns())
    document.addEventListener('visibilitychange', note)
    addEventListener('pagehide', leave)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', note)
      removeEventListener('pagehide', leave)
    }
  }
}

function turnOf(id: string): number | null {
  return read().find(([table]) => table === id)?.[1] ?? null
}

function write(id: string, turn: number): void {
  // A table of a lesson has no id, and is not remembered.
  if (!id) return
  const others = read().filter(([table]) => table !== id)
  remember(KEY, JSON.stringify([...others, [id, turn]].slice(-MOST)))
}

function read(): Seen {
  try {
    const found: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(one: unknown): one is readonly [string, number] {
  return Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number'
}
