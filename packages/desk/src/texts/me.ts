/** Texts of one's own account: loaded with it. */
import type { esMe } from './me-es.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, of one's own account. */
export const tm: typeof esMe = isSpanish
  ? (await import('./me-es.ts')).esMe
  : (await import('./me-en.ts')).enMe
