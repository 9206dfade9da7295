/** Tables as they are set up. */

import type { BotInfo, SeatPlan, Setup } from '@/lib/generated/types'

type Game = BotInfo['game']

/** What is asked about a table of each game: add-ons and house rules; talking and help with memory. And how many
 may sit there unless the house says otherwise. */
export const QUESTIONS: Readonly<Record<Game, { parts: boolean; memory: boolean; seats: number }>> = {
  hanabi: { parts: true, memory: true, seats: 5 },
  andrewz: { parts: false, memory: false, seats: 8 },
}

export const OPEN: SeatPlan = { kind: 'open', bot: '', name: '' }

/** A seat in a list to choose from: `open`, `reserved` or `bot:careful`. */
export function writeSeat({ kind, bot }: SeatPlan): string {
  return kind === 'bot' ? `bot:${bot}` : kind
}

export function readSeat(text: string): SeatPlan {
  if (text.startsWith('bot:')) return { kind: 'bot', bot: text.slice(4), name: '' }
  return { ...OPEN, kind: text === 'reserved' ? 'reserved' : 'open' }
}

/** In a list of seats: a bot that keeps to a book of conventions of its own, whichever it is. */
export const OWN_BOOK = 'own'

/** The bots that keep to a book of their own at every table. */
export function booked(bots: readonly BotInfo[]): readonly BotInfo[] {
  return bots.filter((bot) => bot.plays_by === 'own')
}

/** A seat in a list in which all bots with a book of their own are one entry. */
export function writeChoice(plan: SeatPlan, bots: readonly BotInfo[]): string {
  const own = plan.kind === 'bot' && booked(bots).some((bot) => bot.name === plan.bot)
  return own ? OWN_BOOK : writeSeat(plan)
}

/** A bot with a book of its own begins with the table's book, and can be given another one then. */
export function readChoice(text: string, bots: readonly BotInfo[], conventions: string): SeatPlan {
  if (text !== OWN_BOOK) return readSeat(text)
  const own = booked(bots)
  const bot = own.find((one) => one.name === conventions) ?? own[0]
  return { kind: 'bot', bot: bot?.name ?? '', name: '' }
}

/** What bots are called unless the user names them. */
const BOT_NAMES = ['Hana', 'Kei', 'Sora', 'Mio', 'Ren', 'Yuki', 'Taro', 'Aki', 'Nao', 'Rin']

/** The bot that takes a seat when none is chosen; empty where the server is to choose. */
export function defaultBot(game: Game, bots: readonly BotInfo[]): string {
  return bots.find((bot) => bot.game === game && bot.usual)?.name ?? ''
}

/** A seat for a bot, under a name that no other seat has. */
export function botSeat(bot: string, others: readonly SeatPlan[], taken: readonly string[] = []): SeatPlan {
  const used = new Set([...others.map((seat) => seat.name), ...taken])
  return { kind: 'bot', bot, name: BOT_NAMES.find((name) => !used.has(name)) ?? '' }
}

export const USUAL: Omit<Setup, 'rules' | 'seats'> = {
  first: null,
  spectators: 'public',
  undo: false,
  coach: true,
  detail: 'deduced',
  conventions: '',
  stand_in: 'ask',
  stand_in_minutes: 10,
  listed: false,
  deal: '',
}

/** One person and some bots, by the rules of the Deluxe box. */
export function quickSetup(bots: number, you = ''): Setup {
  const seats: SeatPlan[] = [OPEN]
  for (let count = 0; count < bots; count++) seats.push(botSeat('', seats, [you]))
  return { ...USUAL, rules: 'deluxe', seats, undo: true }
}

/** The seat that the owner of the table will have: the first that is no bot's. */
export function ownSeat(seats: readonly SeatPlan[]): number | null {
  const found = seats.findIndex((seat) => seat.kind !== 'bot')
  return found === -1 ? null : found
}

/** Whether the game can begin at once: no other guest is expected. */
export function canStart(seats: readonly SeatPlan[]): boolean {
  return seats.filter((seat) => seat.kind !== 'bot').length <= 1
}

/** As many seats as wished; new ones are open. */
export function resize(seats: readonly SeatPlan[], count: number): readonly SeatPlan[] {
  return Array.from({ length: count }, (_, index) => seats[index] ?? OPEN)
}
