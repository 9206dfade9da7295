import { afterEach, expect, test, vi } from 'vitest'
import { settings } from './settings.svelte'
import { play } from './sounds'

afterEach(() => {
  settings.sound = false
  vi.unstubAllGlobals()
})

test('nothing is created while sounds are off', () => {
  const Made = vi.fn()
  vi.stubGlobal('AudioContext', Made)
  settings.sound = false
  play('strike')
  expect(Made).not.toHaveBeenCalled()
})

test('a browser that does not let the page be heard is not given tones to play later', () => {
  const createOscillator = vi.fn()
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'suspended'
      resume = (): Promise<void> => new Promise(() => undefined)
      createOscillator = createOscillator
    },
  )
  settings.sound = true
  play('card')
  expect(createOscillator).not.toHaveBeenCalled()
})
