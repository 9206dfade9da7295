/** Loading the page again when a part of it cannot be fetched, without doing so for ever. */

const KEY = 'tamaya.reloaded'
const PAUSE = 30_000

let underWay = false

/** Whether the page is about to be loaded again: what fails until then is no news. */
export function isReloading(): boolean {
  return underWay
}

/** Loads the page again, unless that was just done; tells whether it does. */
export function reloadOnce(now = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(KEY)) < PAUSE) return false
    sessionStorage.setItem(KEY, String(now))
  } catch {
    return false
  }
  underWay = true
  location.reload()
  return true
}
