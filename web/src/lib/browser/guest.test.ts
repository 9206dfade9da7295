import { afterEach, expect, test, vi } from 'vitest'
import { api } from '@/lib/net/api'
import { guest } from './guest.svelte'

afterEach(() => vi.restoreAllMocks())

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
