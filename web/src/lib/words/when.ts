/** How long ago something was, in the words of a language. */

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function ago(iso: string, code: string, now = Date.now()): string {
  const then = readTime(iso)
  if (Number.isNaN(then)) return ''
  const seconds = Math.max(0, (now - then) / 1000)
  const format = new Intl.RelativeTimeFormat(code, { numeric: 'auto' })
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit)
  }
  return format.format(0, 'second')
}

/** The time of day, with the date where it was not today. */
export function clock(iso: string, code: string, now = new Date()): string {
  const then = new Date(readTime(iso))
  if (Number.isNaN(then.getTime())) return ''
  const today = then.toDateString() === now.toDateString()
  const date = today ? {} : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(code, { ...date, hour: '2-digit', minute: '2-digit' }).format(then)
}

/** The server's clock is UTC, whether it says so or not. */
function readTime(iso: string): number {
  const text = iso.replace(' ', 'T')
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}
