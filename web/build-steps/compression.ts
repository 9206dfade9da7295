/** Leaves a smaller copy beside each built file, so that the server need not compress anything. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = /\.(?:css|html|js|json|svg|txt|webmanifest)$/
/** In bytes: what is shorter fits into one packet anyway. */
const SHORT = 800

export function compression(): Plugin {
  let folder = ''
  return {
    name: 'tamaya-compression',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      for (const name of names.filter((each) => TEXTS.test(each))) compress(join(folder, name))
    },
  }
}

function compress(path: string): void {
  const content = readFileSync(path)
  if (content.length < SHORT) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
