import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { TableRow } from '@/lib/generated/types'
import TableList from './TableList.svelte'

const row: TableRow = {
  id: 'abc',
  rules: 'deluxe',
  title: 'Hanabi Deluxe',
  phase: 'over',
  names: ['Ann', 'Hana'],
  free: 0,
  your_turn: false,
  gone: false,
  paused: false,
  resting: false,
  ended_early: false,
  stood_in: false,
  score: 12,
  points: 25,
  uploaded: false,
  deal: '',
  taken_back: 0,
  coached: false,
  changed: '2026-11-17T10:00:00Z',
}

test('a result says whether moves were taken back', () => {
  render(TableList, { rows: [row, { ...row, id: 'def', taken_back: 3 }] })
  expect(screen.getByText('12 of 25 points')).toBeTruthy()
  expect(screen.getByText('12 of 25 points, with take-backs')).toBeTruthy()
})
