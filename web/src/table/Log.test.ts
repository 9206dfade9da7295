import { fireEvent, screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import { makeEvent, said } from '@/lib/testing/make'
import type { Message } from '@/lib/generated/types'
import { language } from '@/lib/words/index.svelte'
import Log from './Log.svelte'
import { makeTable, openTable, renderAt } from './testing'

const PLEASE: Message = { code: 'why.partner.clue-play', fields: { who: { seat: 0 }, slot: 5 }, text: '' }

afterEach(() => {
  language.code = 'en'
})

async function why(reason: readonly Message[]): Promise<string | null | undefined> {
  const table = makeTable({ actions: ['cA1'], reasons: { 1: reason } })
  renderAt(Log, openTable({ table, turns: [[makeEvent('played', 1)]] }), {})
  await fireEvent.click(screen.getByRole('button', { expanded: false }))
  return document.querySelector('p.reason')?.textContent
}

test('a reason addresses the reader', async () => {
  expect(await why([PLEASE])).toBe('Please play slot 5: the newest card I touched that can fit.')
})

test('a reason is in the language of the page', async () => {
  language.code = 'de'
  const german = 'Bitte spiel Karte 5: die neueste der genannten Karten, die passen kann.'
  expect(await why([PLEASE, said('{so} it is')])).toBe(`${german} {so} it is`)
})
