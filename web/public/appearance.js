// Runs before the first paint, so that no page appears in the wrong theme or moves for people who asked for rest:
// marks the document with `data-theme` (night, day) and `data-motion` (on, off). What a person chose for this
// browser wins over what the system says. `lib/browser/settings.svelte.ts` asks for it again when a choice changes.
;(() => {
  const light = matchMedia('(prefers-color-scheme: light)')
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const GROUND = { night: '#0d1233', day: '#eef1fa' }

  function chosen(key) {
    try {
      return localStorage.getItem(`tamaya.${key}`)
    } catch {
      return null
    }
  }

  window.applyAppearance = () => {
    const root = document.documentElement
    const theme = chosen('theme')
    const motion = chosen('motion')
    const day = theme === 'system' ? light.matches : theme === 'day'
    root.dataset.theme = day ? 'day' : 'night'
    root.dataset.motion = motion === 'on' || (motion !== 'off' && !still.matches) ? 'on' : 'off'
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[root.dataset.theme])
  }

  window.applyAppearance()
  light.addEventListener('change', window.applyAppearance)
  still.addEventListener('change', window.applyAppearance)
})()
