/** Links to tables, as people paste them. */

const ID = /^[A-Za-z0-9_-]{4,22}$/

/** The path of the table that a pasted link or id means, or null. */
export function readTableLink(pasted: string): string | null {
  const text = pasted.trim()
  if (ID.test(text)) return `/table/${text}`
  const found = /(?:^|\/)table\/([A-Za-z0-9_-]{4,22})(?:\/)?(\?turn=\d{1,4})?(?:[?#&\s].*)?$/.exec(text)
  return found?.[1] ? `/table/${found[1]}${found[2] ?? ''}` : null
}
