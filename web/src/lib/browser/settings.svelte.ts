/** What a person chose for this browser. */

import type { Detail } from '@/lib/generated/types'
import { recall, remember } from './store'

class Settings {
  #detail = $state<Detail>(readDetail(recall('detail')))
  #sound = $state(recall('sound') === 'on')
  #notify = $state(recall('notify') === 'on')
  #arrows = $state(recall('arrows') !== 'off')

  get detail(): Detail {
    return this.#detail
  }
  set detail(value: Detail) {
    this.#detail = value
    remember('detail', value)
  }

  get sound(): boolean {
    return this.#sound
  }
  set sound(on: boolean) {
    this.#sound = on
    remember('sound', on ? 'on' : 'off')
  }

  get notify(): boolean {
    return this.#notify
  }
  set notify(on: boolean) {
    this.#notify = on
    remember('notify', on ? 'on' : 'off')
  }

  get arrows(): boolean {
    return this.#arrows
  }
  set arrows(on: boolean) {
    this.#arrows = on
    remember('arrows', on ? 'on' : 'off')
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
