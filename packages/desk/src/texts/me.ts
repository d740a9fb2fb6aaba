/** Texts of one's own account, of its beginning, and of a factor that is shown again. */
import type { esMe } from './me-es.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, of these. */
export const tm: typeof esMe = isSpanish
  ? (await import('./me-es.ts')).esMe
  : (await import('./me-en.ts')).enMe
