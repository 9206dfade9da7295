/**
 * What the pages say, in the reader's language. The sentences are the catalogues in `src/tamaya/words`;
 * a browser fetches the one that its reader needs, before the first page is shown.
 */

import { recall, remember } from '@/lib/browser/store'
import { FETCHED } from '@/lib/generated/catalogues'
import { LANGUAGE_NAMES, LANGUAGES, type Fields } from '@/lib/generated/codes'
import { say, STRANGER, type Catalogue, type Field, type Message, type Reader } from './say'

export { LANGUAGE_NAMES, LANGUAGES }
export type { Message, Reader }
export type Code = keyof Fields
type LanguageCode = (typeof LANGUAGES)[number]

/** The fields that a code takes; nothing where it takes none. */
type Given<C extends Code> = [Fields[C]] extends [never] ? [] : [fields: Readonly<Record<Fields[C], Field>>]

const NOTHING: Catalogue = {
  name: '',
  one: [],
  decimal: '.',
  percent: '%',
  comma: ', ',
  gap: ' ',
  stop: '.',
  texts: {},
}
const catalogues = new Map<string, Catalogue>()

/** Fetches the sentences of a language, once. */
export async function fetchCatalogue(code: LanguageCode): Promise<void> {
  if (catalogues.has(code)) return
  const { default: found } = await FETCHED[code]()
  catalogues.set(code, found as unknown as Catalogue)
}

class Language {
  #code = $state<LanguageCode>(choose(recall('language'), navigator.languages))
  #wish: LanguageCode = this.#code

  constructor() {
    this.#mark()
  }

  get code(): string {
    return this.#code
  }

  set code(code: string) {
    void this.change(code)
  }

  get catalogue(): Catalogue {
    return catalogueOf(this.#code)
  }

  /** Fetches what the first page needs. */
  async begin(): Promise<void> {
    await fetchCatalogue(this.#code)
  }

  /** Speaks another language, once its sentences are there. Where they cannot be fetched, nothing changes. */
  async change(code: string): Promise<void> {
    if (!isLanguage(code)) return
    this.#wish = code
    if (!catalogues.has(code)) await fetchCatalogue(code).catch(() => undefined)
    if (this.#wish !== code || !catalogues.has(code)) return
    this.#code = code
    remember('language', code)
    this.#mark()
  }

  #mark(): void {
    document.documentElement.lang = this.#code
  }
}

export function catalogueOf(code: string): Catalogue {
  return catalogues.get(code) ?? NOTHING
}

export function choose(remembered: string | null, wished: readonly string[]): LanguageCode {
  const codes = [remembered ?? '', ...wished.map((code) => code.slice(0, 2).toLowerCase())]
  return codes.find(isLanguage) ?? 'en'
}

function isLanguage(code: string): code is LanguageCode {
  return code in FETCHED
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

/** Words as a list, separated as the reader's language does it; empty ones are left out. */
export function listed(words: readonly string[]): string {
  return words.filter(Boolean).join(language.catalogue.comma)
}

/** Whole sentences, one after the other; empty ones are left out. */
export function paragraph(sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(language.catalogue.gap)
}
