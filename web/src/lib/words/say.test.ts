import { describe, expect, it } from 'vitest'
import vectors from '../../../../tests/words/vectors.json'
import { catalogueOf } from './index.svelte'
import { say, type Message } from './say'

describe('say', () => {
  it.each(vectors)('says $en, as Python does', ({ message, names, seat, en }) => {
    expect(say(catalogueOf('en'), message as Message, { names, seat })).toBe(en)
  })

  it('says numbers with the decimal mark of the language', () => {
    const catalogue = {
      name: '',
      one: [1],
      decimal: ',',
      percent: '\u00a0%',
      comma: ', ',
      gap: ' ',
      stop: '.',
      texts: { x: [['n', 'number', '1'], ' ', ['p', 'percent', '']] },
    } as const
    expect(say(catalogue, { code: 'x', fields: { n: 1.25, p: 0.5 } })).toBe('1,3 50\u00a0%')
  })
})
