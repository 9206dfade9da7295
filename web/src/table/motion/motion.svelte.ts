/** What moves over the board after a move: travelling cards, a shake, a pulse, a burst.

    The board shows the truth at once; this lies over it, hides a place until its card has arrived, and ends by
    itself. The next move, or a jump to another moment, ends it at once. */

import { mayMove } from '@/lib/browser/motion'
import { settings } from '@/lib/browser/settings.svelte'
import type { RulesInfo } from '@/lib/generated/types'
import type { TableContext } from '../context.svelte'
import { FLIGHT, lasts, planFlights, type Flight, type News } from './flights'
import { watchNews } from './news.svelte'
import { measure, type Box, type Spots } from './spots'

export interface Burst {
  readonly at: Box
  readonly colours: readonly string[]
}

const SLIDE: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.3, 0.1, 0.2, 1)' }
const SHAKE: KeyframeAnimationOptions = { duration: 320, delay: FLIGHT, easing: 'ease-out' }
const PULSE: KeyframeAnimationOptions = { duration: 420, easing: 'ease-out' }
const SWAY = [0, -5, 5, -4, 3, -1, 0].map((x) => ({ transform: `translateX(${x}px)` }))
const SWELL = [{ transform: 'none' }, { transform: 'translateY(-4%) scale(1.06)' }, { transform: 'none' }]
// It grows to the right: on a phone the score stands at the left edge of the screen.
const NOTICE = ['none', 'scale(1.16)', 'none'].map((transform) => ({ transform, transformOrigin: '0 50%' }))

export class Motion {
  /** What is in the air. */
  flights = $state.raw<readonly Flight[]>([])
  burst = $state.raw<Burst | null>(null)
  /** The turn that the viewer has just seen happen. */
  turn = $state(0)
  readonly #at: TableContext
  readonly #board: () => HTMLElement | undefined
  #before: Spots | null = null
  #running: Animation[] = []

  constructor(at: TableContext, board: () => HTMLElement | undefined) {
    this.#at = at
    this.#board = board
  }

  /** For the component that draws the board, before it draws it. */
  watch(): void {
    $effect.pre(() => {
      void this.#at.session.live.view
      const board = this.#board()
      this.#before = board && mayMove() ? measure(board) : null
    })
    watchNews(() => this.#at.session, { tell: (news) => this.#show(news), jump: () => this.stop() })
    $effect(() => {
      const hide = (): void => {
        if (document.hidden) this.stop()
      }
      document.addEventListener('visibilitychange', hide)
      return () => {
        document.removeEventListener('visibilitychange', hide)
        this.stop()
      }
    })
    $effect(() => {
      if (settings.motion === 'off') this.stop()
    })
  }

  /** A card has arrived. */
  land(flight: Flight): void {
    this.flights = this.flights.filter((other) => other !== flight)
  }

  fade(burst: Burst): void {
    if (this.burst === burst) this.burst = null
  }

  stop(): void {
    this.#end()
    this.burst = null
  }

  #end(): void {
    this.flights = []
    for (const animation of this.#running) animation.cancel()
    this.#running = []
  }

  #show(news: News): void {
    this.#end()
    const board = this.#board()
    if (!board || !this.#before || document.hidden || !mayMove()) return
    this.turn = news.turn
    const after = measure(board)
    const { rules } = this.#at
    this.flights = planFlights({ rules, news, before: this.#before, after })
    for (const flight of this.flights) {
      const element = after.get(flight.target)?.element
      // A hand that shows backs only is whole with or without the one that comes.
      const hides = flight.kind !== 'returned' && !flight.target.startsWith('hand:')
      if (hides && element?.matches('.card-shape')) {
        this.#run(element, [{ opacity: 0 }, { opacity: 0 }], { duration: flight.delay + lasts(flight) })
      }
    }
    this.#slide(this.#before, after)
    for (const event of news.events) {
      if (event.kind === 'played' && !event.fits) this.#pulse(board, '[data-anchor="strikes"]', SWAY, SHAKE)
      if (event.kind === 'completed') this.#celebrate(board, after, event.suit, rules)
      if (event.kind === 'clued') {
        for (const slot of event.slots) {
          this.#pulse(board, `[data-hand="${event.receiver}"][data-place="${slot}"]`, SWELL, PULSE)
        }
      }
    }
  }

  /** Cards that stay in a hand move to their new slots. */
  #slide(before: Spots, after: Spots): void {
    for (const [key, { box, element }] of after) {
      const old = key.startsWith('card:') ? before.get(key)?.box : undefined
      if (!old || Math.abs(old.x - box.x) + Math.abs(old.y - box.y) < 1) continue
      const start = `translate(${old.x - box.x}px, ${old.y - box.y}px)`
      this.#run(element, [{ transform: start }, { transform: 'none' }], SLIDE)
    }
  }

  #celebrate(board: HTMLElement, after: Spots, letter: string, rules: RulesInfo): void {
    const suit = rules.suits.find((one) => one.letter === letter || one.name === letter)
    const spot = after.get(`display:${suit?.letter ?? ''}`)
    if (!suit || !spot) return
    const { lit, body, deep, stripes } = suit.palette
    const colours = settings.day ? [body, deep] : [lit, lit, body]
    this.burst = { at: spot.box, colours: stripes.length > 0 ? stripes : colours }
    this.#pulse(board, '[data-anchor="score"]', NOTICE, { ...PULSE, delay: FLIGHT })
  }

  #pulse(board: HTMLElement, selector: string, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    const element = board.querySelector(selector)
    if (element) this.#run(element, frames, options)
  }

  #run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    this.#running.push(element.animate(frames, options))
  }
}
