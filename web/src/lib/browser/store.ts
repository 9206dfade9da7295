/** Small things that a browser remembers for its owner; it works without as well. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`tamaya.${key}`)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`tamaya.${key}`, value)
  } catch {
    // A browser that remembers nothing is no reason to stop.
  }
}
