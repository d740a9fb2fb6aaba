/** Texts of the keyboard and the palette: loaded when either is opened. */
import type { esKeys } from './es-keys.ts'

export type KeyTexts = typeof esKeys

/** As `t`, for these two. */
export const tk: KeyTexts =
  document.documentElement.lang === 'es'
    ? (await import('./es-keys.ts')).esKeys
    : (await import('./en-keys.ts')).enKeys
