/** What the parts of a table's page share. The page provides it, so that no component hands it on. */

import { getContext, setContext } from 'svelte'
import { settings } from '@/lib/browser/settings.svelte'
import type { ConnectionOptions } from '@/lib/net/socket'
import { StudioSession } from '@/lib/review/studio.svelte'
import { TableSession } from '@/lib/table/session.svelte'
import type { AndrewzView, HanabiView, Insight, RulesInfo, TableInfo, View } from '@/lib/generated/types'
import { Interaction } from './interaction.svelte'

export interface TableContext<Shown extends View = View> {
  readonly session: TableSession
  readonly studio: StudioSession
  readonly interaction: Interaction
  /** Only where the table is known; the page waits for it. */
  readonly table: TableInfo
  readonly rules: RulesInfo
  /** What is on the screen; only where the viewer may see the game. */
  readonly view: Shown
  /** What it implies; null in a race. */
  readonly insight: Insight | null
}

export class OpenTable implements TableContext {
  readonly id: string
  readonly interaction = new Interaction()
  #session: TableSession

  /** `socket` opens the connection; tests hand in their own. */
  constructor(id: string, turn: number | null, socket?: ConnectionOptions['open']) {
    this.id = id
    this.#session = $state.raw(new TableSession(id, settings.detail, turn, socket))
  }

  get session(): TableSession {
    return this.#session
  }
  readonly studio = $derived.by(() => new StudioSession(this.session))

  get table(): TableInfo {
    return known(this.session.table)
  }
  get rules(): RulesInfo {
    return this.table.rules
  }
  get view(): View {
    return known(this.session.view)
  }
  get insight(): Insight | null {
    return this.session.insight
  }

  /** A new name has a new seat in the cookie: come back as that person. */
  comeBack(): void {
    this.#session.close()
    this.#session = new TableSession(this.id, settings.detail, null)
  }
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('The table is not known yet.')
  return value
}

export const TABLE = Symbol('table')

export function provideTable(context: TableContext): void {
  setContext(TABLE, context)
}

export function useTable(): TableContext {
  return getContext(TABLE)
}

/** For the parts of a co-operative game. */
export function useHanabi(): TableContext<HanabiView> {
  return getContext(TABLE)
}

/** For the parts of a race. */
export function useAndrewz(): TableContext<AndrewzView> {
  return getContext(TABLE)
}
