import { describe, expect, it } from 'vitest'
import {
  countHouseRules, ORDINARY, readRules, suitsOf, tidySuitName, withEdition, withOption, withPart, withSuit, writeRules,
  writeSuit,
} from './rulesText' // prettier-ignore

describe('a rules text', () => {
  it.each([
    'deluxe',
    'deluxe+avalanche+black-powder',
    'rnr+variant-3+variant-4',
    'original+suits=red,blue,violet:colours=none:named=no:copies=11111+hand=6+talk=open',
    'andrewz',
  ])('%s reads back', (text) => {
    expect(writeRules(readRules(text))).toBe(text)
  })

  it('is written in the order of the server', () => {
    expect(writeRules(readRules(' Deluxe+talk=open+hand=4+flamboyants+avalanche '))).toBe(
      'deluxe+avalanche+flamboyants+hand=4+talk=open',
    )
  })

  it('keeps what it does not know, for the server to refuse', () => {
    expect(writeRules(readRules('deluxe+confetti+glitter=9'))).toBe('deluxe+confetti+glitter=9')
  })

  it('counts what the house changes', () => {
    expect(countHouseRules(readRules('deluxe+flamboyants'))).toBe(0)
    expect(countHouseRules(readRules('deluxe+suits=red,blue+hand=4'))).toBe(2)
  })
})

describe('a draft', () => {
  const draft = readRules('deluxe+black-powder+hand=4')

  it('takes parts and gives them back', () => {
    expect(writeRules(withPart(draft, 'avalanche', true))).toBe('deluxe+avalanche+black-powder+hand=4')
    expect(writeRules(withPart(draft, 'black-powder', false))).toBe('deluxe+hand=4')
  })

  it('leaves an option to the edition', () => {
    expect(writeRules(withOption(draft, 'hand', ''))).toBe('deluxe+black-powder')
    expect(writeRules(withOption(draft, 'clues', '5'))).toBe('deluxe+black-powder+hand=4+clues=5')
  })

  it('keeps house options in another edition, but not the parts of the old box', () => {
    expect(writeRules(withEdition(draft, 'rnr'))).toBe('rnr+hand=4')
    expect(writeRules(withEdition(draft, 'andrewz'))).toBe('andrewz')
  })

  it('names its suits only where they are not those of the box', () => {
    const fewer = withSuit(draft, 'white', false)
    expect(fewer.suits).toEqual(['red', 'blue', 'yellow', 'green'])
    expect(withSuit(fewer, 'white', true).suits).toBeNull()
    expect(suitsOf(withSuit(draft, 'pink', true))).toContain('pink')
  })
})

describe('a suit of one’s own', () => {
  it('says only what is not ordinary', () => {
    expect(writeSuit({ ...ORDINARY, name: 'violet', letter: 'v' })).toBe('violet')
    expect(
      writeSuit({ ...ORDINARY, name: 'violet', letter: 'x', colours: 'none', named: false, copies: '11111' }),
    ).toBe('violet:letter=x:colours=none:named=no:copies=11111')
  })

  it('has a name in small letters', () => {
    expect(tidySuitName('Sea Green 2')).toBe('sea-green-')
  })
})
