/** Draws `public/icon.svg` as PNG in the sizes that telephones and desktops ask for. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { drawPicture, readPicture } from './drawing'
import { writePng } from './png'

interface Icon {
  readonly name: string
  readonly size: number
  /** Fills the whole square and keeps to its middle: the system cuts out the shape that it likes. */
  readonly bleeds: boolean
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192.png', size: 192, bleeds: false },
  { name: 'icon-512.png', size: 512, bleeds: false },
  { name: 'icon-maskable-512.png', size: 512, bleeds: true },
  { name: 'apple-touch-icon.png', size: 180, bleeds: true },
]

export function icons(): Plugin {
  let source = ''
  return {
    name: 'tamaya-icons',
    apply: 'build',
    configResolved(config) {
      source = join(config.publicDir, 'icon.svg')
    },
    generateBundle() {
      const picture = readPicture(readFileSync(source, 'utf8'))
      for (const { name, size, bleeds } of ICONS) {
        this.emitFile({
          type: 'asset',
          fileName: name,
          source: writePng(size, drawPicture(picture, size, bleeds)),
        })
      }
    },
  }
}
