/**
 * Texts of background jobs, failures and requests: loaded with the first screen that needs them.
 */
import type { esJobs } from './jobs-es.ts'
import { learn } from './texts.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for these screens. */
export const tj: typeof esJobs = isSpanish
  ? (await import('./jobs-es.ts')).esJobs
  : (await import('./jobs-en.ts')).enJobs

learn(tj.words)
