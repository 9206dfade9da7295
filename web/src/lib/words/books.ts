/** Books of conventions by their names. */

import { label, t } from './index.svelte'

const LEVELLED = /^(.+)-(\d+)$/

/** What a book is called: "H-Group, level 3". */
export function bookName(book: string): string {
  const level = LEVELLED.exec(book)
  return level?.[1] === 'h-group' ? t('book.h-group', { level: Number(level[2]) }) : label('book', book)
}

/** What a book is like, in a sentence. */
export function bookWords(book: string): string {
  return label('book.about', LEVELLED.exec(book)?.[1] ?? book, '')
}
