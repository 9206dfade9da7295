/** How each game is shown. What differs between the games at the table stands here, and nowhere else. */

import type { Code } from '@/lib/words/index.svelte'
import type { Component } from 'svelte'
import type { RecordFormat } from '@/lib/net/api'
import type { RulesInfo, View } from '@/lib/generated/types'
import { andrewz } from './andrewz/game'
import type { TableContext } from './context.svelte'
import { hanabi } from './hanabi/game'
import type { HandChoice, PileName } from './interaction.svelte'
import type { Motion } from './motion/motion.svelte'

export interface GameScreen<Shown extends View = View> {
  // The frame.

  /** Whether little is known of the others' hands, so that they need little room. */
  readonly compact: boolean
  readonly OtherHand: Component<{ readonly seat: number }>
  readonly OwnHand: Component<{ readonly seat: number }>
  readonly Left: Component
  readonly Centre: Component
  readonly Right: Component
  /** All cards of a pile that was pressed, in a dialog. */
  readonly Pile: Component<{ readonly pile: PileName; readonly onclose: () => void }>
  /** Drawn over everything. */
  readonly Overlay: Component<{
    readonly board: HTMLElement | undefined
    readonly own: number | null
    readonly motion?: Motion
  }> | null
  /** What stands beside the table, above the log. */
  readonly Counts: Component | null
  /** How many cards have room side by side in a hand, all through the game. */
  handSize(at: TableContext<Shown>): number
  /** The seat whose hand lies at the lower edge; null where all hands lie above. */
  lowerSeat(at: TableContext<Shown>): number | null

  // What can be done.

  /** Takes the place of the dock while something must be decided first. */
  readonly Decision: Component | null
  mustDecide(view: Shown): boolean
  /** Takes the place of the dock while a teammate's hand is pressed. */
  readonly HandMenu: Component<{ readonly choice: HandChoice }> | null
  /** What is asked of the player on turn. */
  prompt(at: TableContext<Shown>): string
  /** What can be done without choosing a card. */
  freeVerbs(at: TableContext<Shown>): readonly Verb[]
  /** What a chosen card of the actor's hand is called, and what can be done with it. */
  cardName(at: TableContext<Shown>, slot: number): string
  cardVerbs(at: TableContext<Shown>, slot: number): readonly Verb[]
  /** Why nothing can be done with it, if so. */
  cardHint(at: TableContext<Shown>, slot: number): string
  readonly CardTools: Component<{ readonly slot: number }> | null
  readonly CardStory: Component<{ readonly id: number }> | null
  mayRearrange(view: Shown, seat: number): boolean
  /** What notes on a card and its story are kept under; null where cards have neither. */
  cardId(view: Shown, seat: number, slot: number): number | null

  // In words.

  /** A card of a hand as an action in notation names it. */
  cardNotation(at: TableContext<Shown>, slot: number): string
  readonly notation: readonly (readonly [keys: string, does: Code])[]
  commandHint(): string
  talk(rules: RulesInfo): RulesInfo['talk']
  ending(at: TableContext<Shown>): Ending
  /** How a branch ended. */
  branchEnding(at: TableContext<Shown>): string
  readonly formats: readonly RecordFormat[]
}

/** Something that can be done by pressing a button. */
export interface Verb {
  readonly action: string
  readonly name: string
  /** The name for people who do not see which card is chosen. */
  readonly label?: string
  readonly primary?: boolean
  readonly disabled?: boolean
}

/** The end of a game. */
export interface Ending {
  readonly heading: string
  /** From 0 to 1: how many fireworks it is worth. */
  readonly joy: number
  readonly lost: boolean
  readonly score: string
  readonly words: string
  readonly remarks: readonly string[]
  readonly standings: readonly { readonly place: number; readonly seat: number; readonly cards: number }[]
  /** How often what happened. */
  readonly counts: readonly string[]
}

const GAMES = { hanabi, andrewz }

export function screenOf(game: View['game']): GameScreen {
  return GAMES[game]
}
