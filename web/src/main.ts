import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { installOffline } from './offline/install'
import { isReloading, reloadOnce } from './lib/browser/reload'
import { router } from './lib/net/router.svelte'
import { language } from './lib/words/index.svelte'
import { fetchPage } from './pages'

// After an update of the server the files of the page before are gone: the new page has the new ones.
addEventListener('vite:preloadError', (event) => {
  if (reloadOnce()) event.preventDefault()
})

void start()

async function start(): Promise<void> {
  const page = fetchPage(router.route).catch(() => null)
  try {
    await language.begin()
  } catch {
    // Without sentences only that page can say anything.
    if (!isReloading()) location.replace('/offline.html')
    return
  }
  const first = await page
  const target = document.getElementById('app')
  if (target && !isReloading()) mount(App, { target, props: { first } })
  installOffline()
}
