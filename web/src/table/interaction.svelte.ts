/** What a person has in their fingers: chosen cards, open menus, what is hovered. */

import type { KeySheet } from '@/devices/SeatKeys.svelte'
import type { GivenClue } from '@/lib/table/clues'
import { readAction } from '@/lib/table/notation'

export type Choice =
  | { readonly kind: 'slot'; readonly slot: number }
  | {
      readonly kind: 'hand'
      readonly seat: number
      readonly slot: number | null
      readonly clue: string | null
    }

export type HandChoice = Extract<Choice, { kind: 'hand' }>

/** A suit's letter stands for its display or pile. */
export type PileName = 'deck' | 'discards' | (string & {})

type Sheet =
  | KeySheet
  | 'company'
  | 'settings'
  | 'coach'
  | 'rules'
  | 'keys'
  | 'bots'
  | 'note'
  | 'pace'
  | 'debt'
  | 'more'
  | null

export class Interaction {
  /** The card or hand that an action is being chosen for. */
  choice = $state.raw<Choice | null>(null)
  sheet = $state<Sheet>(null)
  /** Seats whose hands are shown as their owners see them; 'all' while the key is held. */
  owners = $state.raw<ReadonlySet<number> | 'all'>(new Set<number>())
  /** The clue whose arrows are shown instead of the last one's. */
  pointed = $state.raw<GivenClue | null>(null)
  /** The card id that is hovered or focused. */
  hovered = $state<number | null>(null)
  /** What stands in the command box; null while it is closed. */
  command = $state<string | null>(null)
  /** The card, by its id, that a note is being written for, and where it is held. */
  noteFor = $state.raw<{ readonly card: number; readonly slot: number } | null>(null)
  /** The pile whose cards are shown. */
  pile = $state<PileName | null>(null)
  /** Where a dragged card would land. */
  target = $state<string | null>(null)
  /** Whether a card of one's own is being dragged. */
  dragging = $state(false)
  celebrated = $state(false)
  /** Whether a guest without a seat has said that they stay and watch. */
  watches = $state(false)
  /** The card with the conventions of the table: closed, or open at a rule, which may be none in particular. */
  card = $state.raw<{ readonly rule: string } | null>(null)
  /** Whether the review is open beside the table. */
  studying = $state(false)

  seesAsOwner(seat: number): boolean {
    return this.owners === 'all' || this.owners.has(seat)
  }

  showAsOwner(seat: number, on: boolean): void {
    const now = new Set(this.owners === 'all' ? [] : this.owners)
    if (on) now.add(seat)
    else now.delete(seat)
    this.owners = now
  }

  /** The chosen slot of one's own hand. */
  get slot(): number | null {
    return this.choice?.kind === 'slot' ? this.choice.slot : null
  }

  chooseSlot(slot: number): void {
    this.choice = this.slot === slot ? null : { kind: 'slot', slot }
  }

  chooseHand(seat: number, slot: number | null): void {
    this.choice = { kind: 'hand', seat, slot, clue: null }
  }

  /** Takes up a move as if it had been chosen by hand: it is not sent. False for what has no place here. */
  takeUp(action: string): boolean {
    const found = readAction(action)
    if (found?.kind === 'clue') this.choice = { kind: 'hand', seat: found.receiver, slot: null, clue: action }
    else if ((found?.kind === 'play' || found?.kind === 'discard') && found.slot > 0)
      this.choice = { kind: 'slot', slot: found.slot }
    else return false
    return true
  }

  preview(clue: string | null): void {
    if (this.choice?.kind === 'hand') this.choice = { ...this.choice, clue }
  }

  clear(): void {
    this.choice = null
  }

  /** A card is dragged, over a place where it may land or not. */
  drag(target: string | null): void {
    this.dragging = true
    this.target = target
  }

  drop(): void {
    this.dragging = false
    this.target = null
  }

  writeNote(card: number, slot: number): void {
    this.noteFor = { card, slot }
    this.sheet = 'note'
  }
}
