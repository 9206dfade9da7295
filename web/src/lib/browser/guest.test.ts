import { afterEach, beforeEach, expect, test, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

let api: typeof import('@/lib/net/api').api
let guest: typeof import('./guest.svelte').guest

// A guest who has asked nothing yet: test files share their modules, and an earlier question may still be open.
beforeEach(async () => {
  vi.resetModules()
  ;({ api } = await import('@/lib/net/api'))
  ;({ guest } = await import('./guest.svelte'))
})

test('a typed name is kept when the page is left, and the answer of an earlier question does not undo it', async () => {
  let answer: (info: { name: string }) => void = () => undefined
  vi.spyOn(api, 'me').mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const rename = vi.spyOn(api, 'rename').mockImplementation((name) => Promise.resolve({ name }))
  const loading = guest.load()
  guest.draft = ' Ann '
  guest.keep()
  answer({ name: '' })
  await loading
  await vi.waitFor(() => expect(guest.name).toBe('Ann'))
  expect(rename).toHaveBeenCalledExactlyOnceWith('Ann')
  expect(guest.draft).toBe('')
})

test('a name that the server refuses stays in the field', async () => {
  const rename = vi.spyOn(api, 'rename').mockRejectedValue(new Error('no'))
  guest.draft = 'Bob'
  guest.keep()
  await vi.waitFor(() => expect(rename).toHaveBeenCalled())
  await Promise.resolve()
  expect(guest.draft).toBe('Bob')
})
