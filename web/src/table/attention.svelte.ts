/** Telling a person that it is their turn: the icon of the tab, a sound, a notification. */

import { settings } from '@/lib/browser/settings.svelte'
import { play } from '@/lib/browser/sounds'
import type { OpenTable } from './context.svelte'
import { t } from '@/lib/words/index.svelte'

/** Seconds after the sound of the move before. */
const AFTER_MOVE = 0.3

/** Watches `mine` for as long as the component lives. */
export function callWhenDue(mine: () => boolean, title: () => string): void {
  let before = false
  $effect(() => {
    const now = mine()
    setIcon(now)
    if (now && !before) {
      play('turn', AFTER_MOVE)
      if (settings.notify && document.hidden) notify(title())
    }
    before = now
    return () => setIcon(false)
  })
}

/** A reminder by another player calls once more, as the guest has settled it for their turn. */
export function callWhenReminded({ session }: OpenTable): void {
  let before: number | null = null
  $effect(() => {
    const nudged = session.due ? (session.table?.nudged ?? null) : null
    if (nudged !== null && before === null) {
      play('turn')
      if (settings.notify && document.hidden) notify(t('table.your-turn'))
    }
    before = nudged
  })
}

function setIcon(due: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = due ? '/icon-turn.svg' : '/icon.svg'
}

function notify(title: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const note = new Notification(t('table.your-turn'), {
      body: title,
      icon: '/icon.svg',
      tag: 'tamaya-turn',
    })
    note.onclick = () => {
      focus()
      note.close()
    }
  } catch {
    // Some phones offer notifications to installed pages only.
  }
}
