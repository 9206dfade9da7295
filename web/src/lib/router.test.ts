import { expect, test } from 'vitest'
import { parseRoute } from './router.svelte'

test('every page has its address', () => {
  expect(parseRoute('/')).toEqual({ page: 'home' })
  expect(parseRoute('/new')).toEqual({ page: 'new' })
  expect(parseRoute('/learn/')).toEqual({ page: 'learn' })
  expect(parseRoute('/table/abc')).toEqual({ page: 'table', id: 'abc', turn: null })
  expect(parseRoute('/table/abc', '?turn=12')).toEqual({ page: 'table', id: 'abc', turn: 12 })
  expect(parseRoute('/table/abc', '?turn=-1')).toEqual({ page: 'table', id: 'abc', turn: null })
  for (const path of ['/table', '/new/x', '/table/a/b', '/nowhere'])
    expect(parseRoute(path)).toEqual({ page: 'missing' })
})
