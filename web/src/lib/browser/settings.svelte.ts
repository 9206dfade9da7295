/** What a person chose for this browser. */

import type { Detail } from '@/lib/generated/types'
import { recall, remember } from './store'

class Settings {
  detail = $state<Detail>(readDetail(recall('detail')))
  sound = $state(recall('sound') === 'on')
  notify = $state(recall('notify') === 'on')
  arrows = $state(recall('arrows') !== 'off')

  constructor() {
    $effect.root(() => {
      $effect(() => remember('detail', this.detail))
      for (const name of ['sound', 'notify', 'arrows'] as const) {
        $effect(() => remember(name, this[name] ? 'on' : 'off'))
      }
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

export const settings = new Settings()
