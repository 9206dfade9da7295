import { describe, expect, it } from 'vitest'
import { botSeat, canStart, defaultBot, OPEN, ownSeat, quickSetup, resize } from './setup'

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
      usual: false,
      obstacle: null,
    } as const
    const bots = [slow, { ...slow, name: 'quick', usual: true }] as const
    expect(defaultBot('andrewz', bots)).toBe('quick')
    expect(defaultBot('hanabi', bots)).toBe('')
  })
})
