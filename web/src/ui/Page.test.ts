import { fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import { LANGUAGES, language } from '@/lib/words/index.svelte'
import Page from './Page.svelte'

const before = language.code
afterEach(() => {
  language.code = before
})

test('every language can be chosen, and the one in use is shown', async () => {
  render(Page, { title: 'Here', children: createRawSnippet(() => ({ render: () => '<p>hello</p>' })) })
  const choice = screen.getByRole<HTMLSelectElement>('combobox')
  expect([...choice.options].map((option) => option.value)).toEqual([...LANGUAGES])
  expect([...choice.options].map((option) => option.text)).toEqual([
    'English',
    'Deutsch',
    'Français',
    'Español',
    'Italiano',
    '日本語',
  ])
  expect(choice.value).toBe(language.code)
  await fireEvent.change(choice, { target: { value: 'de' } })
  expect(language.code).toBe('de')
})
