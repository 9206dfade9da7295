/** Whose turn it is, in a few words for the header. */

import { t } from '@/lib/words/index.svelte'
import type { TableSession } from '@/lib/table/session.svelte'
import { whoIs } from '@/lib/words/speech'

/** What a bot does on its turn: the first time on a machine, it may have to be prepared. */
export function thinkingWords(preparing: boolean, who: string): string {
  return preparing ? t('preparing.bot', { who }) : t('table.thinking', { who })
}

export function statusOf(session: TableSession): string {
  const { table, live, branch } = session
  if (!table || table.phase === 'gathering') return ''
  if (live.view === null) return t('table.watching')
  if (branch) {
    const turn = session.view?.turn ?? null
    return turn === null ? t('what-if.status-over') : t('what-if.status', { who: whoIs(table, turn).name })
  }
  const { turn } = live.view
  if (turn === null || table.phase === 'over') return t('table.over')
  if (table.paused !== null) return t('company.paused-status')
  if (session.due) return t('table.your-turn')
  const who = whoIs(table, turn).name
  return live.thinking === turn ? thinkingWords(live.preparing, who) : t('table.their-turn', { who })
}
