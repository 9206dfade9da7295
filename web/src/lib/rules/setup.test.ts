import { describe, expect, it } from 'vitest'
import type { BotInfo } from '@/lib/generated/types'
import {
  booked,
  botSeat,
  canStart,
  defaultBot,
  OPEN,
  ownSeat,
  quickSetup,
  readChoice,
  resize,
  writeChoice,
} from './setup'

describe('play now', () => {
  it('seats one person and bots with different names', () => {
    const { seats, rules } = quickSetup(3, 'Hana')
    expect(rules).toBe('deluxe')
    expect(seats.map((seat) => seat.kind)).toEqual(['open', 'bot', 'bot', 'bot'])
    expect(seats.map((seat) => seat.name)).toEqual(['', 'Kei', 'Sora', 'Mio'])
    expect(canStart(seats)).toBe(true)
  })
})

describe('seats', () => {
  const bot = botSeat('careful', [])

  it('are one’s own where no bot sits', () => {
    expect(ownSeat([OPEN, bot])).toBe(0)
    expect(ownSeat([bot, OPEN])).toBe(1)
    expect(ownSeat([bot, bot])).toBeNull()
  })

  it('wait for others', () => {
    expect(canStart([OPEN, OPEN])).toBe(false)
    expect(canStart([bot, bot])).toBe(true)
  })

  it('come and go at the end', () => {
    expect(resize([OPEN, bot], 3)).toEqual([OPEN, bot, OPEN])
    expect(resize([OPEN, bot, OPEN], 2)).toEqual([OPEN, bot])
  })

  it('go to a bot that plays the game', () => {
    const slow = {
      name: 'slow',
      game: 'andrewz',
      summary: { code: '', fields: {} },
      conventions: '',
      guide: [],
      plays_by: 'none',
      usual: false,
      obstacle: null,
    } as const
    const bots = [slow, { ...slow, name: 'quick', usual: true }] as const
    expect(defaultBot('andrewz', bots)).toBe('quick')
    expect(defaultBot('hanabi', bots)).toBe('')
  })
})

describe('bots with a book of their own', () => {
  const bots = (
    [
      ['partner', 'table'],
      ['careful', 'none'],
      ['plain', 'own'],
      ['h-group-3', 'own'],
    ] as const
  ).map(([name, plays_by]) => ({ name, plays_by }) as BotInfo)

  it('are one entry in a list', () => {
    expect(booked(bots).map((bot) => bot.name)).toEqual(['plain', 'h-group-3'])
    expect(writeChoice(botSeat('h-group-3', []), bots)).toBe('own')
    expect(writeChoice(botSeat('partner', []), bots)).toBe('bot:partner')
    expect(writeChoice(OPEN, bots)).toBe('open')
  })

  it('begin with the table’s book, or with the first', () => {
    expect(readChoice('own', bots, 'h-group-3').bot).toBe('h-group-3')
    expect(readChoice('own', bots, 'h-group-5').bot).toBe('plain')
    expect(readChoice('bot:careful', bots, 'h-group-3').bot).toBe('careful')
  })
})
