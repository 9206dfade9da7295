/** Sentences of the server in another language: whole ones, and patterns with places such as `{count}`. */

interface Pattern {
  readonly reads: RegExp
  readonly says: string
}

const compiled = new WeakMap<object, readonly Pattern[]>()

/** The sentence in the words of a catalogue, or as it is. What stands in a place is looked up as well. */
export function translate(catalogue: Readonly<Record<string, string>>, sentence: string): string {
  const whole = catalogue[sentence]
  if (whole !== undefined) return whole
  const text = sentence.trimStart()
  for (const { reads, says } of patternsOf(catalogue)) {
    const found = reads.exec(text)?.groups
    if (!found) continue
    // A place is shorter than the sentence around it, so this ends.
    const said = says.replaceAll(/\{(\w+)\}/g, (_, name: string) => translate(catalogue, found[name] ?? ''))
    return sentence.slice(0, sentence.length - text.length) + said
  }
  return sentence
}

function patternsOf(catalogue: Readonly<Record<string, string>>): readonly Pattern[] {
  const known = compiled.get(catalogue)
  if (known) return known
  const made = Object.entries(catalogue)
    .filter(([key]) => key.includes('{'))
    .map(([key, says]) => ({ reads: read(key), says }))
  compiled.set(catalogue, made)
  return made
}

function read(key: string): RegExp {
  const parts = key.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? `(?<${part}>.+?)` : escape(part)))
  return new RegExp(`^${parts.join('')}$`)
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
