/** Whose turn it is, in a few words for the header. */

import { t } from '@/lib/words/index.svelte'
import type { TableSession } from '@/lib/table/session.svelte'
import { whoIs } from '@/lib/words/speech'

export function statusOf(session: TableSession): string {
  const { table, live, branch } = session
  if (!table || table.phase === 'gathering') return ''
  if (live.view === null) return t('table.watching')
  if (branch) {
    const turn = session.view?.turn ?? null
    return turn === null ? t('what-if.status-over') : t('what-if.status', { who: whoIs(table, turn).name })
  }
  const { turn } = live.view
  if (turn === null) return t('table.over')
  if (session.due) return t('table.your-turn')
  const { name } = whoIs(table, turn)
  return live.thinking === turn ? t('table.thinking', { who: name }) : t('table.their-turn', { who: name })
}
