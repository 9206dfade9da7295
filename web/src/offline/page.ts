/** The page without a connection: says so in the reader's language, and looks whether the server is back. */

import '../app.css'
import './page.css'
import { recall } from '@/lib/browser/store'
import words from '@/lib/generated/offline.json'

const PAUSE = 5_000
const HERE = '/offline.html'

type Words = typeof words.en

const spoken: Readonly<Record<string, Words>> = words
const wished = [
  recall('language') ?? '',
  ...navigator.languages.map((code) => code.slice(0, 2).toLowerCase()),
]
const language = wished.find((code) => code in spoken) ?? 'en'

function show(language: string, said: Words): void {
  document.documentElement.lang = language
  document.title = `${said['offline.title']} · Tamaya`
  write('title', said['offline.title'])
  write('words', said['offline.words'])
  write('safe', said['offline.safe'])
  write('trying', said['offline.trying'])
  write('again', said['page.try-again'])
}

function write(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

/** Back to the page that was asked for, whose address this page has. */
function goOn(): void {
  if (location.pathname === HERE) location.replace('/')
  else location.reload()
}

async function look(): Promise<void> {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) goOn()
}

show(language, spoken[language] ?? words.en)
document.getElementById('again')?.addEventListener('click', goOn)
addEventListener('online', () => void look())
setInterval(() => void look(), PAUSE)
