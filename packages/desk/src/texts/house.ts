/** Texts of terms, closings and policies: loaded with the first screen that needs them. */
import type { esHouse } from './house-es.ts'
import { learn } from './texts.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for these screens. */
export const th: typeof esHouse = isSpanish
  ? (await import('./house-es.ts')).esHouse
  : (await import('./house-en.ts')).enHouse

learn(th.words)
