import { expect, it } from 'vitest'
import { joinLines } from './ruleLines'

it('puts broken lines together and keeps what is listed apart', () => {
  expect(joinLines(['One', 'two:', '', '  play     a card', '           that fits', '  pass     draw', '', 'End'])).toEqual([
    'One two:',
    'play     a card that fits',
    'pass     draw',
    'End',
  ])
})
