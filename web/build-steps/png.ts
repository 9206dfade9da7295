/** Pixels as a PNG file. */

import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGBA = 6

/** A square picture: four bytes for each pixel, row by row. */
export function writePng(size: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, RGBA, 0, 0, 0], 8)
  // Each row begins with a 0: it is not written as a difference to the row above.
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let row = 0; row < size; row++) {
    rows.set(pixels.subarray(row * size * 4, (row + 1) * size * 4), row * (size * 4 + 1) + 1)
  }
  const data = deflateSync(rows, { level: 9 })
  return Buffer.concat([SIGNATURE, part('IHDR', header), part('IDAT', data), part('IEND', Buffer.alloc(0))])
}

function part(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const found = Buffer.alloc(named.length + 8)
  found.writeUInt32BE(content.length, 0)
  named.copy(found, 4)
  found.writeUInt32BE(crc32(named), named.length + 4)
  return found
}
