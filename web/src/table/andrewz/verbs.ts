/** What can be done with a card in andrewz. */

import { t } from '@/lib/words/index.svelte'
import type { AndrewzView } from '@/lib/generated/types'
import type { Verb } from '../games'

export function verbsFor(view: AndrewzView, card: string): readonly Verb[] {
  const verbs: readonly Verb[] = [
    { action: `p${card}`, name: t('act.play'), primary: true },
    { action: `d${card}`, name: t('andrewz-board.discard') },
  ]
  return verbs.filter((verb) => view.actions.includes(verb.action))
}
