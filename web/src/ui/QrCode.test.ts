import { render, screen } from '@testing-library/svelte'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import QrCode from './QrCode.svelte'

test('a link is drawn with a quiet zone of four modules, and named for those who do not see it', () => {
  const link = 'http://192.168.1.20:8484/table/abc'
  render(QrCode, { text: link, label: 'The link of this table' })
  const picture = screen.getByRole('img', { name: 'The link of this table' })
  const bare = encode(link, { ecc: 'M', border: 0 })
  expect(picture.getAttribute('viewBox')).toBe(`0 0 ${String(bare.size + 8)} ${String(bare.size + 8)}`)
  const dark = bare.data.flat().filter(Boolean).length
  expect(picture.querySelector('path')?.getAttribute('d')?.match(/M/g)?.length).toBe(dark)
})
