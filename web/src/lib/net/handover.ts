/** Links that bring a guest to one more device. What is secret stands behind the #, which no server and no other
    site is told. */

/** The link for a secret; the other device then goes on at the table, if there is one. */
export function handoverLink(secret: string, table: string, base: string = location.href): string {
  return new URL(`/handover#${table ? `${secret}/${table}` : secret}`, base).href
}

export interface Handover {
  readonly secret: string
  /** Where to go on: a table, or the first page. */
  readonly path: string
}

/** What such a link says behind its #, or null. */
export function readHandover(hash: string): Handover | null {
  const found = /^#([A-Za-z0-9_-]{1,64})(?:\/([A-Za-z0-9_-]{1,22}))?$/.exec(hash)
  return found?.[1] ? { secret: found[1], path: found[2] ? `/table/${found[2]}` : '/' } : null
}
