/** The colours of suits, as the server sends them with the rules: one style rule for each suit by its name. */

import type { SuitInfo } from '@/lib/generated/types'

const known = new Map<string, string>()
let sheet: CSSStyleSheet | null = null

/** Lets `[data-suit="red"]` have the colours of that suit. */
export function showPalettes(suits: readonly SuitInfo[]): void {
  const before = known.size
  let changed = false
  for (const suit of suits) {
    const rule = paletteRule(suit)
    changed ||= known.get(suit.name) !== rule
    known.set(suit.name, rule)
  }
  if (changed || known.size > before) styles().replaceSync([...known.values()].join('\n'))
}

export function paletteRule({ name, palette }: Pick<SuitInfo, 'name' | 'palette'>): string {
  const { lit, body, deep, ink, stripes } = palette
  const colours = stripes.length > 0 ? stripes : [body, deep]
  const paper = `linear-gradient(${stripes.length > 0 ? 155 : 165}deg, ${colours.join(', ')})`
  const values = { lit, body, deep, ink, paper }
  const lines = Object.entries(values).map(([key, value]) => `--suit-${key}: ${value};`)
  return `[data-suit='${name}'] { ${lines.join(' ')} }`
}

function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  return sheet
}
