import { expect, test } from 'vitest'
import { paletteRule } from './palettes'

const violet = { lit: '#c0f', body: '#80f', deep: '#40a', ink: '#fff', stripes: [] as string[] }

test('a suit has the colours of its row', () => {
  expect(paletteRule({ name: 'violet', palette: violet })).toBe(
    "[data-suit='violet'] { --suit-lit: #c0f; --suit-body: #80f; --suit-deep: #40a; --suit-ink: #fff; " +
      '--suit-paper: linear-gradient(165deg, #80f, #40a); }',
  )
})

test('a suit of several colours has stripes', () => {
  const palette = { ...violet, stripes: ['#f00', '#0f0'] }
  expect(paletteRule({ name: 'violet', palette })).toContain('linear-gradient(155deg, #f00, #0f0)')
})
