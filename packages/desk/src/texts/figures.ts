/** Texts of the figures: loaded with their screen. */
import type { esFigures } from './figures-es.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for the figures. */
export const tf: typeof esFigures = isSpanish
  ? (await import('./figures-es.ts')).esFigures
  : (await import('./figures-en.ts')).enFigures
