/** A rules text as people call it: "Deluxe + Black Powder". */

import { t } from './i18n/index.svelte'
import { countHouseRules, readRules } from './rulesText'

type Names = Readonly<Record<string, { readonly name: string; readonly words: string }>>

export function editionName(id: string): string {
  return (t().editions as Names)[id]?.name ?? id
}

export function editionWords(id: string): string {
  return (t().editions as Names)[id]?.words ?? ''
}

export function partName(id: string): string {
  return (t().parts as Names)[id]?.name ?? id
}

export function partWords(id: string): string {
  return (t().parts as Names)[id]?.words ?? ''
}

export function rulesTitle(text: string): string {
  const draft = readRules(text)
  const house = countHouseRules(draft)
  return [
    editionName(draft.edition),
    ...draft.parts.map(partName),
    ...(house > 0 ? [t().home.houseRules(house)] : []),
  ].join(' + ')
}
