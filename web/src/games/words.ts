/** Games of a list in words. */

import { label, t } from '@/lib/words/index.svelte'
import type { GameRow } from '@/lib/generated/types'

/** A partner: a name, or a bot, which the server writes in brackets. */
export function partnerName(key: string): string {
  return key.startsWith('[') && key.endsWith(']') ? t('games-page.bot', { name: key.slice(1, -1) }) : key
}

/** How a game stands or what it came to. */
export function standing(row: GameRow): string {
  if (row.score !== null && row.points !== null)
    return t('end-page.scored', { score: row.score, most: row.points })
  if (row.outcome === 'won' && row.winner !== null)
    return t('games-page.won', { name: row.names[row.winner] ?? '' })
  if (row.outcome === 'blocked') return t('games-page.no-winner')
  return label('games-page.outcome', row.outcome)
}

/** What else is worth knowing of a finished game. */
export function details(row: GameRow): readonly string[] {
  return [
    ...(row.turns > 0 ? [t('games-page.turns', { count: row.turns })] : []),
    ...(row.strikes !== null ? [t('games-page.strikes', { count: row.strikes })] : []),
    ...(row.source === 'played' ? [] : [label('games-page.sources', row.source)]),
  ]
}
