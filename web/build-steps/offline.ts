/** Tells the service worker which files the page without a connection needs, and which build this is. */

import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const PAGE = 'offline.html'
const WORKER = 'service-worker.js'
const ADDRESS = /(?:src|href)="(\/[^"]+)"/g

export function offline(): Plugin {
  return {
    name: 'tamaya-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle[PAGE]
      const worker = bundle[WORKER]
      if (page?.type !== 'asset' || worker?.type !== 'chunk')
        throw new Error(`${PAGE} or ${WORKER} is missing`)
      const html = String(page.source)
      const files = [...html.matchAll(ADDRESS)].map((match) => match[1] ?? '')
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
      const kept = [...new Set([`/${PAGE}`, ...files, ...fonts.map((name) => `/${name}`)])]
      const version = createHash('sha256').update(html)
      for (const name of Object.keys(bundle).sort()) version.update(name)
      worker.code = worker.code
        .replaceAll('__OFFLINE_FILES__', JSON.stringify(kept))
        .replaceAll('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 12)))
    },
  }
}
