import { expect, test } from 'vitest'
import { parseRoute, tablePath } from './router.svelte'

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

test('a moment has its address', () => {
  expect(tablePath('abc')).toBe('/table/abc')
  expect(tablePath('abc', { turn: 0 })).toBe('/table/abc?turn=0')
  expect(tablePath('abc', { branch: 'x', turn: 3 })).toBe('/table/abc?branch=x&turn=3')
  expect(tablePath('abc', { line: '3.p1', turn: null })).toBe('/table/abc?line=3.p1')
})
