/** The bots at a table. */

import type { SeatInfo } from '@/lib/generated/types'

/** Each bot by its name, with the players who are such bots. */
export function seatedBots(seats: readonly SeatInfo[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const { kind, bot, name } of seats) {
    if (kind === 'bot' && bot) found.set(bot, [...(found.get(bot) ?? []), name])
  }
  return found
}
