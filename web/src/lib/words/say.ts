/** Messages in words. The sentences come from the catalogues of the server (`src/tamaya/words`), in parts. */

/** A message of the server: a code of the catalogue and the values of its fields. */
export interface Message {
  readonly code: string
  readonly fields: Readonly<Record<string, Field>>
}

/** A seat, said as the player's name, or as "you" to the player who has it. */
export interface Who {
  readonly seat: number
}

/** A player by name, who may be the reader. */
export interface Person {
  readonly name: string
  readonly you: boolean
}

export type Field = string | number | boolean | Message | Who | Person | readonly Field[]

/** A sentence: a text, or texts and places. A place is a field and how it is said. */
export type Template = string | readonly Part[]
export type Part =
  | string
  | readonly [name: string]
  | readonly [name: string, style: 'plural' | 'select', cases: Readonly<Record<string, Template>>]
  | readonly [name: string, style: 'number' | 'percent' | 'list', detail: string]

export interface Catalogue {
  readonly name: string
  /** The numbers that take the singular. */
  readonly one: readonly number[]
  readonly decimal: string
  /** What stands after a percentage, between the items of a list, and between two sentences. */
  readonly percent: string
  readonly comma: string
  readonly gap: string
  /** The full stop. */
  readonly stop: string
  readonly texts: Readonly<Record<string, Template>>
}

/** To whom something is said: the names at the table, and the reader's own seat. */
export interface Reader {
  readonly names: readonly string[]
  readonly seat: number | null
}

export const STRANGER: Reader = { names: [], seat: null }

/** A message in the words of a catalogue. A code that it lacks is said as it is. */
export function say(catalogue: Catalogue, message: Message, reader: Reader = STRANGER): string {
  const template = catalogue.texts[message.code]
  if (template === undefined) return message.code
  return new Saying(catalogue, message.fields, reader).template(template)
}

class Saying {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly fields: Readonly<Record<string, Field>>,
    private readonly reader: Reader,
  ) {}

  template(template: Template, count = 0): string {
    if (typeof template === 'string') return template
    return template.map((part) => this.part(part, count)).join('')
  }

  private part(part: Part, count: number): string {
    if (typeof part === 'string') return part
    const [name, style, detail] = part
    if (name === '#') return this.number(count)
    const value = this.fields[name] ?? ''
    if (typeof detail === 'object') {
      const key = style === 'plural' ? this.plural(Number(value), detail) : this.choice(value)
      return this.template(detail[key] ?? detail['other'] ?? '', typeof value === 'number' ? value : count)
    }
    return this.value(value, style ?? '', detail ?? '')
  }

  private value(value: Field, style: string, detail: string): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return this.number(value, style, detail)
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (isList(value))
      return this.list(
        value.map((item) => this.value(item, style, '')),
        detail,
      )
    if (isWho(value)) return this.reader.names[value.seat] ?? String.fromCharCode(65 + value.seat)
    if (isPerson(value)) return value.name
    return say(this.catalogue, value, this.reader)
  }

  private number(value: number, style = '', detail = ''): string {
    const digits = Number(detail || 0)
    const text =
      style === 'percent'
        ? `${(value * 100).toFixed(digits)}${this.catalogue.percent}`
        : style === 'number'
          ? value.toFixed(digits)
          : String(value)
    return text.replace('.', this.catalogue.decimal)
  }

  /** `and` and `or` join the last item, every other word joins all of them. */
  private list(items: readonly string[], detail: string): string {
    if (!detail) return items.join(this.catalogue.comma)
    const word = this.template(this.catalogue.texts[`list.${detail}`] ?? this.catalogue.comma)
    if ((detail === 'and' || detail === 'or' || detail === 'nor') && items.length > 1) {
      return items.slice(0, -1).join(this.catalogue.comma) + word + String(items.at(-1))
    }
    return items.join(word)
  }

  private plural(value: number, cases: Readonly<Record<string, Template>>): string {
    if (`=${value}` in cases) return `=${value}`
    return this.catalogue.one.includes(value) ? 'one' : 'other'
  }

  private choice(value: Field): string {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value !== 'object') return String(value)
    if (isList(value)) return 'other'
    if (isWho(value)) return value.seat === this.reader.seat ? 'you' : 'other'
    if (isPerson(value)) return value.you ? 'you' : 'other'
    return value.code.slice(value.code.lastIndexOf('.') + 1)
  }
}

function isList(value: Field): value is readonly Field[] {
  return Array.isArray(value)
}

function isWho(value: Message | Who | Person): value is Who {
  return 'seat' in value
}

function isPerson(value: Message | Person): value is Person {
  return 'you' in value
}
