import { expect, test } from 'vitest'
import { conventionsPath, parseRoute, tablePath } from './router.svelte'

const table = { page: 'table', id: 'abc', branch: '', line: '' }

test('every page has its address', () => {
  expect(parseRoute('/')).toEqual({ page: 'home' })
  expect(parseRoute('/new')).toEqual({ page: 'new' })
  expect(parseRoute('/learn/')).toEqual({ page: 'learn' })
  expect(parseRoute('/table/abc')).toEqual({ ...table, turn: null })
  expect(parseRoute('/table/abc', '?turn=12')).toEqual({ ...table, turn: 12 })
  expect(parseRoute('/table/abc', '?turn=-1')).toEqual({ ...table, turn: null })
  expect(parseRoute('/table/abc', '?branch=x&turn=3')).toEqual({ ...table, branch: 'x', turn: 3 })
  expect(parseRoute('/table/abc', '?line=3.p1')).toEqual({ ...table, line: '3.p1', turn: null })
  for (const path of ['/table', '/new/x', '/table/a/b', '/nowhere'])
    expect(parseRoute(path)).toEqual({ page: 'missing' })
})

test('a path that cannot be read is no page', () => {
  for (const path of ['/table/%E0%A4%A', '/theatre/%', '/learn/conventions/%ff'])
    expect(parseRoute(path)).toEqual({ page: 'missing' })
})

test('the lesson about conventions has its address', () => {
  const route = { page: 'conventions', book: 'h-group-3', rule: '', position: 1 }
  expect(parseRoute('/learn/conventions')).toEqual({ ...route, book: '' })
  expect(parseRoute('/learn/conventions/h-group-3')).toEqual(route)
  expect(parseRoute('/learn/conventions/h-group-3', '?rule=focus&position=2')).toEqual({
    ...route,
    rule: 'focus',
    position: 2,
  })
  expect(parseRoute('/learn/conventions/h-group-3', '?position=-1')).toEqual(route)
  expect(parseRoute('/learn/conventions/h-group-3/more')).toEqual({ page: 'missing' })
  expect(conventionsPath('')).toBe('/learn/conventions')
  expect(conventionsPath('tamaya')).toBe('/learn/conventions/tamaya')
  expect(conventionsPath('tamaya', 'save', 2)).toBe('/learn/conventions/tamaya?rule=save&position=2')
})

test('a moment has its address', () => {
  expect(tablePath('abc')).toBe('/table/abc')
  expect(tablePath('abc', { turn: 0 })).toBe('/table/abc?turn=0')
  expect(tablePath('abc', { branch: 'x', turn: 3 })).toBe('/table/abc?branch=x&turn=3')
  expect(tablePath('abc', { line: '3.p1', turn: null })).toBe('/table/abc?line=3.p1')
})
