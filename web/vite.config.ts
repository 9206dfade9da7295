import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { compression } from './build-steps/compression'
import { icons } from './build-steps/icons'
import { offline } from './build-steps/offline'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
/** Catalogues and colours, written by `hatch_build.py`; a test may have others. */
const generated = process.env['TAMAYA_GENERATED'] ?? here('./src/lib/generated')
/** Where `npm run dev` finds the table server. */
const server = process.env['TAMAYA_SERVER'] ?? 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte(), icons(), offline(), compression()],
  resolve: {
    alias: { '@/lib/generated': generated, '@': here('./src') },
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: here('../src/tamaya/server/static'),
    emptyOutDir: true,
    // Nothing is inlined, so that the page needs no `data:` beyond its icon and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for all styles: they come in the same order, whichever page was opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      input: {
        index: here('./index.html'),
        offline: here('./offline.html'),
        'service-worker': here('./src/offline/service-worker.ts'),
      },
      // A service worker keeps its address, which says for which pages it may answer.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/lib/testing/setup.ts'],
    // One environment for all files: making one takes longer than the tests in it.
    isolate: false,
  },
})
