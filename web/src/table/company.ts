/** What may be asked of the other players now. */

import type { TableInfo, View } from '@/lib/generated/types'

interface Presence {
  readonly online: readonly boolean[]
  readonly view: View | null
}

/** Whether a player is away; while the game is paused no player is called so. */
export function isAbsent({ online }: Pick<Presence, 'online'>, table: TableInfo, seat: number): boolean {
  return table.seats[seat]?.kind !== 'bot' && table.paused === null && !(online[seat] ?? false)
}

/** Whether the viewer may ask the others to let a bot play for a player. */
export function mayLetBotPlay(presence: Presence, table: TableInfo, seat: number): boolean {
  const info = table.seats[seat]
  if (!info || !plays(table) || seat === table.seat || info.kind === 'bot' || info.stand_in) return false
  if (table.setup.stand_in === 'never' || (table.vote && table.vote.asker !== table.seat)) return false
  return info.gone || isAbsent(presence, table, seat)
}

/** Whether the viewer may remind a player that it is their turn. */
export function mayNudge(presence: Presence, table: TableInfo, seat: number): boolean {
  const info = table.seats[seat]
  if (!info || !plays(table) || table.paused !== null || info.kind === 'bot') return false
  return (
    presence.view?.turn === seat &&
    seat !== table.seat &&
    !isAbsent(presence, table, seat) &&
    !info.stand_in &&
    !info.gone &&
    table.nudged === null
  )
}

function plays(table: TableInfo): boolean {
  return table.phase === 'playing' && table.seat !== null && !table.uploaded
}
