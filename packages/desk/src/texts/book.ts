/** Texts of lists and objects: loaded with the first of them. */
import type { esBook } from './book-es.ts'

const isSpanish = document.documentElement.lang === 'es'

export type BookTexts = typeof esBook

/** As `t`, for lists and objects. */
export const tb: BookTexts = isSpanish
  ? (await import('./book-es.ts')).esBook
  : (await import('./book-en.ts')).enBook
