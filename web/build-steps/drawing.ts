/**
 * A small SVG as pixels: a square with round corners, lines with round ends, and circles. Anything else in the
 * file stops the build, so that no icon lacks a part unnoticed.
 */

interface Picture {
  /** Width and height of the drawing. */
  readonly side: number
  readonly shapes: readonly Shape[]
}

interface Shape {
  readonly colour: readonly [number, number, number]
  /** How far a point lies outside the shape; negative inside. */
  readonly distance: (x: number, y: number) => number
  /** The square behind everything. */
  readonly ground: boolean
}

type Attributes = Readonly<Record<string, string>>

const ELEMENT = /<(\/?[a-z]+)((?:\s+[a-z0-9-]+="[^"]*")*)\s*\/?>/gi
const ATTRIBUTE = /([a-z0-9-]+)="([^"]*)"/gi
/** How much of a picture that is cut out by the system is surely seen. */
const SAFE = 0.8

export function readPicture(svg: string): Picture {
  const shapes: Shape[] = []
  let side = 0
  for (const [, name = '', text = ''] of svg.matchAll(ELEMENT)) {
    const given = Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, value]))
    if (name === 'svg') side = Number(given['viewBox']?.split(' ')[2])
    else if (name in SHAPES) shapes.push(SHAPES[name as keyof typeof SHAPES](given))
    else if (!name.startsWith('/')) throw new Error(`The icon has an element that cannot be drawn: ${name}`)
  }
  if (!side || shapes.length === 0) throw new Error('The icon cannot be read.')
  return { side, shapes }
}

/** Four bytes for each pixel. `bleeds` fills the corners too, and draws what stands before them smaller. */
export function drawPicture(picture: Picture, size: number, bleeds: boolean): Uint8Array {
  const { side, shapes } = picture
  const pixels = new Uint8Array(size * size * 4)
  const scale = size / side
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) / scale
      const y = (row + 0.5) / scale
      pixels.set(colourAt(shapes, x, y, { side, scale, bleeds }), (row * size + column) * 4)
    }
  }
  return pixels
}

function colourAt(
  shapes: readonly Shape[],
  x: number,
  y: number,
  { side, scale, bleeds }: { readonly side: number; readonly scale: number; readonly bleeds: boolean },
): readonly number[] {
  let found = [0, 0, 0, 0]
  const shrink = bleeds ? SAFE : 1
  const inner = (at: number): number => (at - side / 2) / shrink + side / 2
  for (const shape of shapes) {
    const outside = shape.ground && bleeds ? -1 : shape.distance(inner(x), inner(y)) * shrink
    const share = Math.min(1, Math.max(0, 0.5 - outside * scale))
    found = mix(found, shape.colour, share)
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = found
  return [red, green, blue, alpha * 255].map(Math.round)
}

/** One colour over another, of which a part is covered. */
function mix(below: readonly number[], colour: readonly number[], share: number): number[] {
  const rest = (below[3] ?? 0) * (1 - share)
  const alpha = share + rest
  if (alpha === 0) return [0, 0, 0, 0]
  const mixed = colour.map((part, index) => (part * share + (below[index] ?? 0) * rest) / alpha)
  return [...mixed, alpha]
}

const SHAPES = {
  rect(given: Attributes): Shape {
    const [half, radius] = [number(given, 'width') / 2, number(given, 'rx')]
    const distance = (x: number, y: number): number => {
      const across = Math.abs(x - half) - half + radius
      const down = Math.abs(y - half) - half + radius
      const corner = Math.hypot(Math.max(across, 0), Math.max(down, 0))
      return corner + Math.min(Math.max(across, down), 0) - radius
    }
    return { colour: readColour(given['fill']), distance, ground: true }
  },
  line(given: Attributes): Shape {
    const [x1, y1] = [number(given, 'x1'), number(given, 'y1')]
    const [dx, dy] = [number(given, 'x2') - x1, number(given, 'y2') - y1]
    const half = number(given, 'stroke-width') / 2
    const distance = (x: number, y: number): number => {
      const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
      const at = Math.min(1, Math.max(0, along))
      return Math.hypot(x - x1 - at * dx, y - y1 - at * dy) - half
    }
    return { colour: readColour(given['stroke']), distance, ground: false }
  },
  circle(given: Attributes): Shape {
    const [cx, cy, radius] = [number(given, 'cx'), number(given, 'cy'), number(given, 'r')]
    const distance = (x: number, y: number): number => Math.hypot(x - cx, y - cy) - radius
    return { colour: readColour(given['fill']), distance, ground: false }
  },
} as const

function number(given: Attributes, name: string): number {
  const found = Number(given[name])
  if (!Number.isFinite(found)) throw new Error(`A part of the icon has no ${name}.`)
  return found
}

function readColour(text = ''): readonly [number, number, number] {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (!digits) throw new Error(`A colour of the icon cannot be read: '${text}'`)
  const [, red = '', green = '', blue = ''] = digits
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)]
}
