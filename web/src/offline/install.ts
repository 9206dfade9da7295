/** Lets the browser keep the page that is shown without a connection. */

/** Only for the built page, and where the browser allows it: on this machine, or over HTTPS. */
export function installOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // What can go wrong here, such as a browser that keeps nothing, does not concern the game.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}
