/** A rules text as people call it: "Deluxe + Black Powder". */

import { label, t } from '@/lib/words/index.svelte'
import { countHouseRules, readRules } from './rulesText'

export function editionName(id: string): string {
  return label(`edition.${id}`, 'short', id)
}

export function editionWords(id: string): string {
  return label(`edition.${id}`, 'about', '')
}

export function partName(id: string): string {
  return label(`part.${id}`, 'title', id)
}

export function partWords(id: string): string {
  return label(`part.${id}`, 'about', '')
}

export function rulesTitle(text: string): string {
  const draft = readRules(text)
  const house = countHouseRules(draft)
  return [
    editionName(draft.edition),
    ...draft.parts.map(partName),
    ...(house > 0 ? [t('home.house-rules', { count: house })] : []),
  ].join(' + ')
}
