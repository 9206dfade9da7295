/** What the pages say, in the reader's language. The sentences are the catalogues in `src/tamaya/words`. */

import { recall, remember } from '@/lib/browser/store'
import { LANGUAGES, type Fields } from '@/lib/generated/codes'
import de from '@/lib/generated/de.json'
import en from '@/lib/generated/en.json'
import { say, STRANGER, type Catalogue, type Field, type Message, type Reader } from './say'

export { LANGUAGES }
export type { Message, Reader }
export type Code = keyof Fields

/** The fields that a code takes; nothing where it takes none. */
type Given<C extends Code> = [Fields[C]] extends [never] ? [] : [fields: Readonly<Record<Fields[C], Field>>]

const CATALOGUES = { en, de } as unknown as Readonly<Record<string, Catalogue>>

class Language {
  #code = $state(choose(recall('language'), navigator.languages))

  constructor() {
    this.#mark()
  }

  get code(): string {
    return this.#code
  }

  set code(code: string) {
    if (!(code in CATALOGUES)) return
    this.#code = code
    remember('language', code)
    this.#mark()
  }

  get catalogue(): Catalogue {
    return catalogueOf(this.#code)
  }

  #mark(): void {
    document.documentElement.lang = this.#code
  }
}

export function catalogueOf(code: string): Catalogue {
  return CATALOGUES[code] ?? (en as unknown as Catalogue)
}

export function choose(remembered: string | null, wished: readonly string[]): string {
  const codes = [remembered ?? '', ...wished.map((code) => code.slice(0, 2).toLowerCase())]
  return codes.find((code) => code in CATALOGUES) ?? 'en'
}

export const language = new Language()

/** The sentence of a code: `t('home.title')`, `t('home.welcome', { name })`. A component keeps it up to date. */
export function t<C extends Code>(code: C, ...given: Given<C>): string {
  return say(language.catalogue, { code, fields: given[0] ?? {} })
}

/** The sentence of a code that is put together, such as `suit.${name}`; the name alone where there is none. */
export function label(family: string, name: string, otherwise = name): string {
  const code = `${family}.${name}`
  return code in language.catalogue.texts ? say(language.catalogue, { code, fields: {} }) : otherwise
}

/** A message of the server. What it says as plain text, as older versions did, is shown as it is. */
export function tell(message: Message | string, reader: Reader = STRANGER): string {
  return say(
    language.catalogue,
    typeof message === 'string' ? { code: message, fields: {} } : message,
    reader,
  )
}
