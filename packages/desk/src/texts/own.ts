/** Texts for store staff: loaded with the first of their screens. */
import type { esOwn } from './own-es.ts'
import { learn, loadWords } from './texts.ts'

const isSpanish = document.documentElement.lang === 'es'

/** As `t`, for their screens. */
export const to: typeof esOwn = isSpanish
  ? (await import('./own-es.ts')).esOwn
  : (await import('./own-en.ts')).enOwn
await loadWords()
learn(to.words)
