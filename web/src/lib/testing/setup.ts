/** Before and after each test. */

import { cleanup } from '@testing-library/svelte'
import { afterEach, beforeEach, vi } from 'vitest'
import { fetchCatalogue, LANGUAGES } from '@/lib/words/index.svelte'

await Promise.all(LANGUAGES.map(fetchCatalogue))

// A question to the server stays without an answer, unless a test gives one.
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
