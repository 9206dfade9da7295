/** Where things lie on the board, by data attributes that stay the same from move to move. */

/** A card's place over the board; its height follows from its width. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface Spot {
  readonly box: Box
  readonly element: HTMLElement
}

/** By key: `card:ID`, `place:SEAT:SLOT`, `hand:SEAT`, `display:LETTER`, `deck`, `discards`. */
export type Spots = ReadonlyMap<string, Spot>

/** The width of a card where nothing shows how wide it is. */
const SMALL = 40
const RATIO = 1.42

const MARKED = '[data-card], [data-place], [data-seat], [data-display], [data-anchor]'

export function measure(board: HTMLElement): Spots {
  const origin = board.getBoundingClientRect()
  const spots = new Map<string, Spot>()
  for (const element of board.querySelectorAll<HTMLElement>(MARKED)) {
    const keys = keysOf(element.dataset)
    if (keys.length === 0) continue
    const spot = spotOf(element, origin)
    for (const key of keys) spots.set(key, spot)
  }
  return spots
}

function keysOf({ card, hand, place, seat, display, anchor }: DOMStringMap): readonly string[] {
  return [
    ...(card === undefined ? [] : [`card:${card}`]),
    ...(place === undefined ? [] : [`place:${hand}:${place}`]),
    ...(seat === undefined ? [] : [`hand:${seat}`]),
    ...(display === undefined ? [] : [`display:${display}`]),
    ...(anchor === 'deck' || anchor === 'discards' ? [anchor] : []),
  ]
}

/** The first card in it that is shown, or a small one in its middle. */
function spotOf(element: HTMLElement, origin: DOMRect): Spot {
  const shapes = element.querySelectorAll<HTMLElement>('.card-shape')
  const shape = [...shapes].find(({ offsetWidth }) => offsetWidth > 0)
  const { left, top, width, height } = (shape ?? element).getBoundingClientRect()
  const x = left - origin.left
  const y = top - origin.top
  if (shape) return { element: shape, box: { x, y, width } }
  return { element, box: { x: x + (width - SMALL) / 2, y: y + (height - SMALL * RATIO) / 2, width: SMALL } }
}
