/** Actions in the notation of the records and of the terminal: p3, d1, cBr, oA21345, fB1, br3, er3, pr3, pass. */

import { seatLetter } from '@/lib/rules/cards'

export type Action =
  | { readonly kind: 'play'; readonly slot: number }
  | { readonly kind: 'discard'; readonly slot: number }
  | { readonly kind: 'clue'; readonly receiver: number; readonly clue: string; readonly free: boolean }
  | { readonly kind: 'rearrange'; readonly seat: number; readonly order: readonly number[] }
  | { readonly kind: 'back' | 'encore'; readonly card: string }
  | { readonly kind: 'lay' | 'drop'; readonly card: string }
  | { readonly kind: 'pass' }

/** Reads an action, or answers null. */
export function readAction(text: string): Action | null {
  if (text === 'pass') return { kind: 'pass' }
  const [verb = '', ...rest] = text
  const tail = rest.join('')
  if ((verb === 'p' || verb === 'd') && /^\d$/.test(tail)) {
    return { kind: verb === 'p' ? 'play' : 'discard', slot: Number(tail) }
  }
  if ((verb === 'p' || verb === 'd') && /^[a-z]\d$/.test(tail)) {
    return { kind: verb === 'p' ? 'lay' : 'drop', card: tail }
  }
  if ((verb === 'c' || verb === 'f') && /^[A-J][a-z\d]$/.test(tail)) {
    return { kind: 'clue', receiver: seatNumber(tail), clue: tail.slice(1), free: verb === 'f' }
  }
  if (verb === 'o' && /^[A-J]\d+$/.test(tail)) {
    const order = [...tail.slice(1)].map((digit) => Number(digit) || 10)
    return { kind: 'rearrange', seat: seatNumber(tail), order }
  }
  if ((verb === 'b' || verb === 'e') && /^[a-z]\d$/.test(tail)) {
    return { kind: verb === 'b' ? 'back' : 'encore', card: tail }
  }
  return null
}

function seatNumber(text: string): number {
  return text.charCodeAt(0) - 65
}

/** What the user typed, in its proper spelling: spaces away, seats as capitals. */
export function tidy(text: string): string {
  const plain = text.replaceAll(/[\s,]/g, '').toLowerCase()
  if (/^[cfo][a-j]/.test(plain)) return plain[0] + (plain[1] ?? '').toUpperCase() + plain.slice(2)
  return plain
}

/** The legal actions that begin with what was typed. */
export function completions(typed: string, actions: readonly string[]): readonly string[] {
  const start = tidy(typed)
  return actions.filter((action) => action.startsWith(start))
}

/** The action that moves a card of a hand to another slot (both from 1). */
export function moveSlot(seat: number, size: number, from: number, to: number): string {
  const order = Array.from({ length: size }, (_, index) => index + 1)
  const [moved] = order.splice(from - 1, 1)
  if (moved !== undefined) order.splice(to - 1, 0, moved)
  return `o${seatLetter(seat)}${order.map((slot) => slot % 10).join('')}`
}
