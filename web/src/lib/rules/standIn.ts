/** Whether a bot may play for a player who is away, as one choice of a list. */

import { label, t } from '@/lib/words/index.svelte'
import type { Setup } from '@/lib/generated/types'

/** The number is after how many minutes it begins by itself. */
export const STAND_INS = ['ask', '2', '10', '60', 'never'] as const

export function writeStandIn({ stand_in, stand_in_minutes }: Setup): string {
  return stand_in === 'after' ? String(stand_in_minutes) : stand_in
}

export function readStandIn(value: string): Partial<Setup> {
  if (value === 'never' || value === 'ask') return { stand_in: value }
  return { stand_in: 'after', stand_in_minutes: Number(value) }
}

export function standInName(value: string): string {
  const minutes = Number(value)
  return minutes ? t('new-table.stand-in-after', { minutes }) : label('company.stand-in-is', value)
}
