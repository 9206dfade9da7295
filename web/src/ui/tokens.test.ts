import { expect, test } from 'vitest'
import { tokenDrawing } from './tokens'

test('a row that names no drawing gets a disc', () => {
  expect(tokenDrawing('clock')).toBe('clock')
  expect(tokenDrawing('lamp')).toBe('disc')
  expect(tokenDrawing('')).toBe('disc')
})
