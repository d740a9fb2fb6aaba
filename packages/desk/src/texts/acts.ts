/** Texts of what is done and decided: loaded with the first screen that has any of it. */
import type { esActs } from './acts-es.ts'

// The language of the page stands before any screen is loaded.
const isSpanish = document.documentElement.lang === 'es'

/** As `t`, of acts. */
export const ta: typeof esActs = isSpanish
  ? (await import('./acts-es.ts')).esActs
  : (await import('./acts-en.ts')).enActs
