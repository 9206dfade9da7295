/** Drawings of clue tokens and strikes in a box of 24 by 24, by the names that the editions' rows have for them. */

export interface TokenDrawing {
  /** Its outline. */
  readonly shape: string
  /** What is on it while it can be used, and once it is spent. */
  readonly fresh: string
  readonly spent: string
  /** The last of several shows another side where the box has one. */
  readonly last?: string
}

const DISC = 'M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21Z'
const TILE = 'M4.5 1.5h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-15a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3Z'
const CROSS = 'm7 7 10 10M17 7 7 17'
const FLASH = 'M13.5 3.5 7 13h4l-1.5 7.5L17 10.5h-4.2Z'

export const TOKEN_DRAWINGS = {
  disc: { shape: DISC, fresh: '', spent: '' },
  spark: {
    shape: DISC,
    fresh:
      'M12 5v3.5M12 15.5V19M5 12h3.5M15.5 12H19M7.2 7.2l2.3 2.3M14.5 14.5l2.3 2.3M7.2 16.8l2.3-2.3M14.5 9.5l2.3-2.3',
    spent: '',
  },
  clock: { shape: DISC, fresh: 'M12 6v6.2l4 2.6', spent: '' },
  note: {
    shape: DISC,
    fresh: 'M10 16.5V7l6-1.5v9M10 16.5a2 2 0 1 1-.6-1.4M16 14.5a2 2 0 1 1-.6-1.4',
    spent: '',
  },
  tile: { shape: TILE, fresh: 'm6.5 12.5 4 4 7-9', spent: CROSS },
  // A burning cord; under the last one lies the explosion.
  fuse: {
    shape: DISC,
    fresh:
      'M6 13.5a6 6 0 1 0 6-5.5c-2.5 0-4 2-4 4s1.5 3.5 3.5 3.5 3-1.5 3-3M12 8c0-2 1-3.5 3-3.5M17 3l1.5-1M17.5 5.5l2 .5',
    spent: 'M9 15.5c0-2 1.5-3 3-3M13.5 10.5l1-1.5M15 13l2 .5',
    last: 'm12 4 1.7 4.5 4.6-1.8-1.8 4.6L21 13l-4.5 1.7 1.8 4.6-4.6-1.8L12 22l-1.7-4.5-4.6 1.8 1.8-4.6L3 13l4.5-1.7-1.8-4.6 4.6 1.8Z',
  },
  storm: { shape: DISC, fresh: 'M7 14.5a3 3 0 0 1 .5-6 4 4 0 0 1 7.5-.8 3.4 3.4 0 0 1 2 6.8Z', spent: FLASH },
} as const satisfies Readonly<Record<string, TokenDrawing>>

export type TokenName = keyof typeof TOKEN_DRAWINGS

/** The drawing that a row names; a disc where there is none of that name. */
export function tokenDrawing(name: string): TokenName {
  return name in TOKEN_DRAWINGS ? (name as TokenName) : 'disc'
}
