/** A new language: a file with its texts, and its line here. */
import { en } from './en.ts'
import { es, type Texts } from './es.ts'

export const languages = { es, en } satisfies Readonly<Record<string, Texts>>
export type Language = keyof typeof languages
