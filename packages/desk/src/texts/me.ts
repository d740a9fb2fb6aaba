/** Texts of the user's account, their enrolment, and step-up. */
import type { esMe } from './me-es.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for these. */
export const tm: typeof esMe = isSpanish
  ? (await import('./me-es.ts')).esMe
  : (await import('./me-en.ts')).enMe
