/** Texts for developers: loaded with the first of their screens. */
import type { esDev } from './dev-es.ts'
import { learn } from './texts.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for these screens. */
export const td: typeof esDev = isSpanish
  ? (await import('./dev-es.ts')).esDev
  : (await import('./dev-en.ts')).enDev
learn(td.words)
