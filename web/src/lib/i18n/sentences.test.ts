import { describe, expect, it } from 'vitest'
import { de } from './de'
import { translate } from './sentences'

describe('a sentence of the server', () => {
  const catalogue = {
    'red': 'Rot',
    'three cats': 'drei Katzen',
    '{count} cards in {suits} suits.': '{suits} Farben mit {count} Karten.',
    'a {colour} one': 'eine in {colour}',
    '{one}; {other}': '{one} / {other}',
  }

  it('is looked up as a whole', () => {
    expect(translate(catalogue, 'three cats')).toBe('drei Katzen')
  })

  it('is matched with its numbers', () => {
    expect(translate(catalogue, '50 cards in 5 suits.')).toBe('5 Farben mit 50 Karten.')
  })

  it('has its parts looked up too', () => {
    expect(translate(catalogue, 'a red one; three cats; more')).toBe('eine in Rot / drei Katzen / more')
  })

  it('stays as it is where nobody translated it', () => {
    expect(translate(catalogue, 'four dogs')).toBe('four dogs')
    expect(translate({}, 'four dogs')).toBe('four dogs')
  })
})

describe('in German', () => {
  const say = (sentence: string): string => translate(de.server, sentence)

  it.each([
    ['error tiles', 'Fehlerplättchen'],
    ['Hanabi Deluxe: What a show! + Black Powder + 5 Flamboyants', 'Hanabi Deluxe + Schwarzpulver + 5 Flamboyants'],
    ['● white (w): 1 1 1 2 2 3 3 4 4 5; built upwards.', '● Weiß (w): 1 1 1 2 2 3 3 4 4 5; aufwärts gelegt.'],
    ['5 or less  Pathetic: whistles from the back rows', 'bis 5  Kläglich: Pfiffe aus den hinteren Reihen'],
    ['    21-24  Amazing: a memory for many years', '    21-24  Erstaunlich: eine Erinnerung für viele Jahre'],
    ['Lost at once with 3 storm tiles.', 'Sofort verloren bei 3 Gewitterplättchen.'],
    ['talking: open', 'Reden: alle'],
    ['Final Flourish (final-flourish) comes from deluxe', 'Großes Finale stammt aus deluxe'],
    ['hand=30: it must lie between 1 and 10', 'hand=30: muss zwischen 1 und 10 liegen'],
    ["suit violet: its letter must be one of a to z, not ''", "Farbe violet: der Buchstabe muss von a bis z sein, nicht ''"],
    [
      "unknown add-on or option 'confeti': did you mean 'variant-1'?",
      "Die Erweiterung oder Option 'confeti' kennt hier niemand. Meintest du 'variant-1'?",
    ],
    ['8 of 8 clue tokens: nothing to gain by discarding', '8 von 8 Hinweisplättchen: Abwerfen bringt nichts.'],
    [
      'Black Powder: ten black cards that no colour clue touches, built from 5 down to 1; each one missing costs a point.',
      'Schwarzpulver: zehn schwarze Karten, die kein Farbhinweis trifft, gelegt von 5 hinab zu 1; jede fehlende kostet einen Punkt.',
    ],
  ])('%s', (sentence, german) => {
    expect(say(sentence)).toBe(german)
  })
})
