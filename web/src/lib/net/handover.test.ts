import { expect, it } from 'vitest'
import { handoverLink, readHandover } from './handover'

it('keeps the secret behind the # and leads back to the table', () => {
  const link = new URL(handoverLink('s3_cret-', 'aB3', 'http://10.0.0.5:8484/table/aB3'))
  expect([link.pathname, link.search]).toEqual(['/handover', ''])
  expect(readHandover(link.hash)).toEqual({ secret: 's3_cret-', path: '/table/aB3' })
})

it('leads to the first page where there is no table', () => {
  expect(readHandover(new URL(handoverLink('abc', '', 'http://a/')).hash)).toEqual({
    secret: 'abc',
    path: '/',
  })
})

it.each(['', '#', '#a/b/c', '#a//evil.example', `#${'x'.repeat(65)}`])('%s says nothing', (hash) => {
  expect(readHandover(hash)).toBeNull()
})
