/** Texts of lanes, failures and requests: loaded with the first screen that has any of it. */
import type { esJobs } from './jobs-es.ts'
import { learn } from './texts.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, of what the service does by itself and was asked. */
export const tj: typeof esJobs = isSpanish
  ? (await import('./jobs-es.ts')).esJobs
  : (await import('./jobs-en.ts')).enJobs

learn(tj.words)
