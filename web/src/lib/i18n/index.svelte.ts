/** Texts in the reader's language. A further language is one file and one line in `LANGUAGES`. */

import { recall, remember } from '../store'
import { de } from './de'
import { en } from './en'
import { translate } from './sentences'
import type { Shape } from './shape'

/** The shape that every language fills in: a missing text is a type error. */
export type Texts = Shape<typeof en>

/** [code of the language] its texts */
export const LANGUAGES: Readonly<Record<string, Texts>> = { en, de }

class Language {
  #code = $state(choose(recall('language'), navigator.languages))

  constructor() {
    this.#mark()
  }

  get code(): string {
    return this.#code
  }

  set code(code: string) {
    if (!(code in LANGUAGES)) return
    this.#code = code
    remember('language', code)
    this.#mark()
  }

  #mark(): void {
    document.documentElement.lang = this.#code
  }
}

export function choose(remembered: string | null, wished: readonly string[]): string {
  const codes = [remembered ?? '', ...wished.map((code) => code.slice(0, 2).toLowerCase())]
  return codes.find((code) => code in LANGUAGES) ?? 'en'
}

export const language = new Language()

/** The texts of the chosen language: `t().table.yourTurn`. Inside a component it stays up to date. */
export function t(): Texts {
  return LANGUAGES[language.code] ?? en
}

/** A sentence of the server in the chosen language, where the catalogue has it. */
export function fromServer(sentence: string): string {
  return translate(t().server, sentence)
}
