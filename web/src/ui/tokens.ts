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

const DISC = 'M12 1.500a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21Z'
const TILE = 'M4.5 1.500h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-15a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3Z'
const CROSS = 'm7 7 10 10M17 7 7 17'
const FLASH = 'M13.5 3.5 7 13h4l-1.5 7.500L17 10.500h-4.200Z'

export const TOKEN_DRAWINGS = {
  disc: { shape: DISC, fresh: '', spent: '' },
  spark: {
    shape: DISC,
    fresh: 'M12 5v3.500M12 15.500V19M5 12h3.500M15.5 12H19M7.2 7.200l2.3 2.300M14.5 14.500l2.3 2.300M7.2 16.800l2.3-2.300M14.5 9.500l2.3-2.3',
    spent: '',
  },
  clock: { shape: DISC, fresh: 'M12 6v6.200l4 2.6', spent: '' },
  note: { shape: DISC, fresh: 'M10 16.500V7l6-1.500v9M10 16.500a2 2 0 1 1-.6-1.400M16 14.500a2 2 0 1 1-.6-1.4', spent: '' },
  tile: { shape: TILE, fresh: 'm6.5 12.5 4 4 7-9', spent: CROSS },
  // A burning cord; under the last one lies the explosion.
  fuse: {
    shape: DISC,
    fresh: 'M6 18c0-5 6-3 6-7s3-4 4.5-5.500M17 8.500l2 .500M14 4l.5-2',
    spent: 'M8 17.500c1-2.5 3-2 4-3.500M12.5 13.500l2-.300M12 13l.3-2',
    last: 'm12 4 1.7 4.5 4.6-1.8-1.8 4.600L21 13l-4.5 1.7 1.8 4.6-4.6-1.800L12 22l-1.7-4.5-4.6 1.8 1.8-4.600L3 13l4.5-1.7-1.8-4.6 4.6 1.800Z',
  },
  storm: { shape: DISC, fresh: 'M7 14.500a3 3 0 0 1 .5-6 4 4 0 0 1 7.5-.8 3.4 3.4 0 0 1 2 6.800Z', spent: FLASH },
} as const satisfies Readonly<Record<string, TokenDrawing>>

export type TokenName = keyof typeof TOKEN_DRAWINGS

/** The drawing that a row names; a disc where there is none of that name. */
export function tokenDrawing(name: string): TokenName {
  return name in TOKEN_DRAWINGS ? (name as TokenName) : 'disc'
}
