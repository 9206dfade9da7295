/** Books of conventions by their names. */

import { label } from './index.svelte'

/** What a book is called: "H-Group, level 3". */
export function bookName(book: string): string {
  return label('book', book)
}

/** What clues mean by a book, in a sentence. */
export function bookWords(book: string): string {
  return label('book-words', book, '')
}
