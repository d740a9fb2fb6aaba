/** Texts of actions and decisions: loaded with the first screen that needs them. */
import type { esActs } from './acts-es.ts'

// The language of the page is known before any screen is loaded.
const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for actions. */
export const ta: typeof esActs = isSpanish
  ? (await import('./acts-es.ts')).esActs
  : (await import('./acts-en.ts')).enActs
