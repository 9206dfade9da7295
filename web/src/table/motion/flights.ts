/** Which cards travel after a move, from where to where. Faces come from what the server has told, nothing else. */

import type { AndrewzView, HanabiView, RulesInfo, View } from '@/lib/generated/types'
import { readFace, type Face } from '@/lib/rules/cards'
import type { TurnEvent } from '@/lib/table/events'
import type { Box, Spots } from './spots'

/** A move that has just happened. */
export interface News {
  readonly turn: number
  readonly events: readonly TurnEvent[]
  readonly before: View
  readonly view: View
}

export interface Flight {
  /** missed: it did not fit, and shakes where it lands. */
  readonly kind: 'laid' | 'missed' | 'discarded' | 'drawn' | 'returned'
  /** Null for a card whose face the viewer does not know. */
  readonly face: Face | null
  readonly from: Box
  readonly to: Box
  /** The place that is hidden until the card is there, and what is seen of it meanwhile. */
  readonly target: string
  readonly under: { readonly face: Face; readonly ghost: boolean } | null
  /** up: from its back to its face; down: from its face to its back. */
  readonly turns: 'up' | 'down' | null
  /** Milliseconds until it starts. */
  readonly delay: number
}

/** How long a card travels, in milliseconds, and how much later a drawn card follows the one that it replaces. */
export const FLIGHT = 260
const FOLLOWS = 90
const SHAKES = 160

/** How long a flight takes from its start: a card that did not fit shakes when it has arrived. */
export function lasts({ kind }: Flight): number {
  return kind === 'missed' ? FLIGHT + SHAKES : FLIGHT
}

type Way = Pick<Flight, 'kind' | 'face'> & Partial<Pick<Flight, 'under' | 'turns' | 'delay'>>

interface Scene {
  readonly rules: RulesInfo
  readonly news: News
  readonly before: Spots
  readonly after: Spots
}

export function planFlights(scene: Scene): readonly Flight[] {
  const { before, view } = scene.news
  if (before.game === 'hanabi' && view.game === 'hanabi') return hanabiFlights(scene, before, view)
  if (before.game === 'andrewz' && view.game === 'andrewz') return raceFlights(scene, before, view)
  return []
}

function hanabiFlights(scene: Scene, before: HanabiView, view: HanabiView): readonly Flight[] {
  return scene.news.events.flatMap((event) => {
    switch (event.kind) {
      case 'played':
      case 'discarded': {
        const { card, id, seat, slot } = event
        const laid = event.kind === 'played' && event.fits
        const seen = before.hands[seat]?.find((held) => held.id === id)?.card != null
        return way(scene, slot === 0 ? 'deck' : `card:${id}`, laid ? `display:${card[0]}` : 'discards', {
          kind: laid ? 'laid' : event.kind === 'played' ? 'missed' : 'discarded',
          face: card,
          turns: seen ? null : 'up',
          under: laid ? below(scene.rules, card) : covered(before),
        })
      }
      case 'encored':
        return event.fits
          ? way(scene, 'discards', `display:${event.card[0]}`, {
              kind: 'laid',
              face: event.card,
              under: below(scene.rules, event.card),
            })
          : []
      case 'went-back':
        return way(scene, 'discards', 'deck', { kind: 'returned', face: event.card, turns: 'down' })
      case 'drew': {
        const held = view.hands[event.seat]?.find((one) => one.id === event.id)
        const face = held?.card ?? null
        return way(scene, 'deck', `card:${event.id}`, {
          kind: 'drawn',
          face,
          turns: face === null ? null : 'up',
          delay: FOLLOWS,
        })
      }
      default:
        return []
    }
  })
}

function raceFlights(scene: Scene, before: AndrewzView, view: AndrewzView): readonly Flight[] {
  return scene.news.events.flatMap((event) => {
    switch (event.kind) {
      case 'andrewz-played':
      case 'andrewz-discarded': {
        const { card, seat } = event
        const at = before.hands[seat]?.indexOf(card) ?? -1
        const laid = event.kind === 'andrewz-played'
        return way(
          scene,
          at < 0 ? `hand:${seat}` : `place:${seat}:${at + 1}`,
          laid ? `display:${card[0]}` : 'discards',
          {
            kind: laid ? 'laid' : 'discarded',
            face: card,
            turns: at < 0 ? 'up' : null,
            under: laid ? pileBelow(scene.rules, before, card) : null,
          },
        )
      }
      case 'andrewz-drew': {
        const { seat, count } = event
        const places = newPlaces(before.hands[seat] ?? null, view.hands[seat] ?? null)
        return Array.from({ length: Math.min(count, 2) }).flatMap((_, index) => {
          const place = places[index]
          const face = place === undefined ? null : (view.hands[seat]?.[place] ?? null)
          return way(scene, 'deck', place === undefined ? `hand:${seat}` : `place:${seat}:${place + 1}`, {
            kind: 'drawn',
            face,
            turns: face === null ? null : 'up',
            delay: FOLLOWS * (index + 1),
          })
        })
      }
      default:
        return []
    }
  })
}

/** A flight, unless one of its ends is not on the board. What leaves is measured before the move. */
function way({ before, after }: Scene, from: string, to: string, about: Way): readonly Flight[] {
  const start = before.get(from)?.box
  const end = after.get(to)?.box
  if (!start || !end) return []
  return [{ under: null, turns: null, delay: 0, ...about, from: start, to: end, target: to }]
}

/** What a card is laid on. */
function below(rules: RulesInfo, card: Face): Flight['under'] {
  const parts = readFace(rules.suits, card)
  if (!parts) return null
  const { order, letter } = parts.suit
  const rank = order[order.indexOf(parts.rank) - 1]
  return rank === undefined ? { face: card, ghost: true } : { face: `${letter}${rank}`, ghost: false }
}

function pileBelow(rules: RulesInfo, before: AndrewzView, card: Face): Flight['under'] {
  const index = readFace(rules.suits, card)?.index
  const face = index === undefined ? undefined : before.piles[index]?.at(-1)
  return face === undefined ? { face: card, ghost: true } : { face, ghost: false }
}

function covered(before: HanabiView): Flight['under'] {
  const face = before.discards.at(-1)
  return face === undefined ? null : { face, ghost: false }
}

/** Where the cards of a hand lie that were not in it before. */
function newPlaces(before: readonly Face[] | null, now: readonly Face[] | null): readonly number[] {
  const known = [...(before ?? [])]
  return (now ?? []).flatMap((face, place) => {
    const at = known.indexOf(face)
    if (at < 0) return [place]
    known.splice(at, 1)
    return []
  })
}
