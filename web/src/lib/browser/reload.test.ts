import { beforeEach, expect, test, vi } from 'vitest'
import { isReloading, reloadOnce } from './reload'

beforeEach(() => {
  sessionStorage.clear()
})

test('the page is loaded again once, and a while later again', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  expect([reloadOnce(100_000), reloadOnce(101_000), reloadOnce(140_000)]).toEqual([true, false, true])
  expect(isReloading()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})
