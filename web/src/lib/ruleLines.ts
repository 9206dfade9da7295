/** Rules in words, as the server sends them: lines of a plain text are put together to paragraphs. */

/** Joins lines that were broken for a terminal; a blank line or an indented word begins anew. */
export function joinLines(lines: readonly string[]): readonly string[] {
  const made: string[] = []
  let fresh = true
  for (const line of lines) {
    if (line.trim() === '') {
      fresh = true
      continue
    }
    if (fresh || /^ {2}\S/.test(line)) made.push(line.trim())
    else made.push(`${made.pop() ?? ''} ${line.trim()}`)
    fresh = false
  }
  return made
}
