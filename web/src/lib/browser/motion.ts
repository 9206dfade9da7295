/** Whether things on the page may move: what the person chose, or else what the system says. */

export function mayMove(): boolean {
  return document.documentElement.dataset['motion'] !== 'off'
}
