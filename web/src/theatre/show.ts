/** A show: bots that play alone, with open hands. */

import { guest } from '@/lib/browser/guest.svelte'
import { recall, remember } from '@/lib/browser/store'
import { api } from '@/lib/net/api'
import { router } from '@/lib/net/router.svelte'
import { botSeat, USUAL } from '@/lib/rules/setup'
import type { SeatPlan, Setup } from '@/lib/generated/types'

export interface ShowWish {
  readonly rules: string
  readonly players: number
  /** Empty for the usual one. */
  readonly bot: string
}

const USUAL_SHOW: ShowWish = { rules: 'deluxe', players: 3, bot: '' }

export function showSetup({ rules, players, bot }: ShowWish): Setup {
  const seats: SeatPlan[] = []
  for (let seat = 0; seat < players; seat++) seats.push(botSeat(bot, seats))
  return { ...USUAL, rules, seats, spectators: 'hands' }
}

/** The show that was chosen last. */
export function lastShow(): ShowWish {
  const [rules, players, bot] = (recall('show') ?? '').split(' ')
  if (!rules || !players) return USUAL_SHOW
  return { rules, players: Number(players) || USUAL_SHOW.players, bot: bot ?? '' }
}

/** Begins a show and goes there. */
export async function beginShow(wish: ShowWish): Promise<void> {
  await guest.introduce()
  const { id } = await api.create(showSetup(wish), { start: true })
  remember('show', `${wish.rules} ${wish.players} ${wish.bot}`)
  router.go(`/theatre/${id}`, { replace: true })
}
