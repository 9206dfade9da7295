/** Telling a person that it is their turn: the icon of the tab, a quiet bell, a notification. */

import { settings } from '@/lib/browser/settings.svelte'
import { t } from '@/lib/words/index.svelte'

/** Watches `mine` for as long as the component lives. */
export function callWhenDue(mine: () => boolean, title: () => string): void {
  let before = false
  $effect(() => {
    const now = mine()
    setIcon(now)
    if (now && !before) {
      if (settings.sound) ring()
      if (settings.notify && document.hidden) notify(title())
    }
    before = now
    return () => setIcon(false)
  })
}

function setIcon(due: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = due ? '/icon-turn.svg' : '/icon.svg'
}

let audio: AudioContext | null = null

/** Two soft tones, made on the spot. */
function ring(): void {
  try {
    audio ??= new AudioContext()
    const start = audio.currentTime
    for (const [index, pitch] of [659.3, 987.8].entries()) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      const at = start + index * 0.16
      tone.type = 'sine'
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0, at)
      volume.gain.linearRampToValueAtTime(0.09, at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.9)
      tone.connect(volume).connect(audio.destination)
      tone.start(at)
      tone.stop(at + 1)
    }
  } catch {
    // A browser without sound stays silent.
  }
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
