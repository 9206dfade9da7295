/** What a person chose for this browser. */

import type { Detail } from '@/lib/generated/types'
import { MediaQuery } from 'svelte/reactivity'
import { recall, remember } from './store'

const light = new MediaQuery('prefers-color-scheme: light')

export type Theme = 'night' | 'day' | 'system'
export type Motion = 'system' | 'off' | 'on'

declare global {
  interface Window {
    /** Of `public/appearance.js`: marks the document with what was chosen. */
    applyAppearance?: () => void
  }
}

export const THEMES = ['night', 'day', 'system'] as const satisfies readonly Theme[]
export const MOTIONS = ['system', 'off', 'on'] as const satisfies readonly Motion[]

class Settings {
  detail = $state<Detail>(readDetail(recall('detail')))
  sound = $state(recall('sound') === 'on')
  notify = $state(recall('notify') === 'on')
  arrows = $state(recall('arrows') !== 'off')
  theme = $state<Theme>(readOne(recall('theme'), THEMES))
  motion = $state<Motion>(readOne(recall('motion'), MOTIONS))

  /** Whether the page is in daylight now. */
  get day(): boolean {
    return this.theme === 'system' ? light.current : this.theme === 'day'
  }

  constructor() {
    $effect.root(() => {
      $effect(() => remember('detail', this.detail))
      for (const name of ['sound', 'notify', 'arrows'] as const) {
        $effect(() => remember(name, this[name] ? 'on' : 'off'))
      }
      $effect(() => {
        remember('theme', this.theme)
        remember('motion', this.motion)
        window.applyAppearance?.()
      })
    })
  }
}

export const DETAILS: readonly Detail[] = ['nothing', 'told', 'deduced']

/** The level that is shown: what the person asked for, but never above what the table allows. */
export function allowedDetail(wish: Detail, most: Detail): Detail {
  return DETAILS[Math.min(DETAILS.indexOf(wish), DETAILS.indexOf(most))] ?? 'told'
}

function readDetail(text: string | null): Detail {
  return text === 'nothing' || text === 'told' ? text : 'deduced'
}

/** What was remembered, or the first where that is none of them. */
function readOne<T extends string>(text: string | null, all: readonly [T, ...T[]]): T {
  return all.find((one) => one === text) ?? all[0]
}

export const settings = new Settings()
