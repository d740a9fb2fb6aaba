/** Texts of terms, closings and policies: loaded with the first screen that has any of it. */
import type { esHouse } from './house-es.ts'
import { learn } from './texts.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, of what the house decides. */
export const th: typeof esHouse = isSpanish
  ? (await import('./house-es.ts')).esHouse
  : (await import('./house-en.ts')).enHouse

learn(th.words)
