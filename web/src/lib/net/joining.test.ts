import { expect, it } from 'vitest'
import { readTableLink } from './joining'

it.each([
  ['aB3_-xyz', '/table/aB3_-xyz'],
  ['  aB3_-xyz ', '/table/aB3_-xyz'],
  ['http://127.0.0.1:8765/table/aB3_-xyz', '/table/aB3_-xyz'],
  ['https://example.org/table/aB3_-xyz/', '/table/aB3_-xyz'],
  ['https://example.org/table/aB3_-xyz?turn=12', '/table/aB3_-xyz?turn=12'],
  ['/table/aB3_-xyz#main', '/table/aB3_-xyz'],
])('%s leads to %s', (pasted, path) => {
  expect(readTableLink(pasted)).toBe(path)
})

it.each(['', 'x', 'come over!', 'https://example.org/', 'https://example.org/table/', 'javascript:alert(1)'])(
  '%s leads nowhere',
  (pasted) => {
    expect(readTableLink(pasted)).toBeNull()
  },
)
