/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />

/**
 * What the browser runs between the page and the network. It keeps the built files, whose names change with
 * their content, and the page without a connection. It keeps nothing else: no page, no answer of the server,
 * and so nothing about a game.
 */

/** Written in by the build: the page without a connection and all that it needs. */
declare const __OFFLINE_FILES__: readonly string[]
/** Written in by the build: a hash of the front end. */
declare const __VERSION__: string

const PREFIX = 'tamaya-'
const NAME = `${PREFIX}${__VERSION__}`
const OFFLINE_PAGE = '/offline.html'

const worker = self as unknown as ServiceWorkerGlobalScope

worker.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request))
  else if (__OFFLINE_FILES__.includes(pathname)) event.respondWith(fetchFirst(request))
})

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll(__OFFLINE_FILES__)
}

async function removeOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** A page always comes from the server. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await caches.match(OFFLINE_PAGE, { ignoreVary: true })
    if (page) return page
    throw error
  }
}

/** A file whose name has a hash of its content is as good from the cache. */
async function fetchAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(NAME)
    await cache.put(request.url, answer.clone()).catch(() => undefined)
  }
  return answer
}

/** A file with a name for good, such as the icon: from the server while there is one. */
async function fetchFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request.url, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}
