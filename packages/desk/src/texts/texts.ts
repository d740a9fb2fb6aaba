/** A new language: a file with its texts, a file with its words, and its lines here. */
import { storedLanguage } from '../client/preferences.ts'
import type { Texts } from './es.ts'

export const languages = ['es', 'en'] as const
type Language = (typeof languages)[number]

const loads: Readonly<Record<Language, () => Promise<Texts>>> = {
  es: async () => (await import('./es.ts')).es,
  en: async () => (await import('./en.ts')).en,
}

/** With the texts of most screens: loaded with the first of these. */
const wordLoads: Readonly<Record<Language, () => Promise<Words>>> = {
  es: async () => (await import('./book-es.ts')).esWords,
  en: async () => (await import('./book-en.ts')).enWords,
}

/** The texts of the page, loaded before anything is drawn. */
export let t: Texts

const isLanguage = (text: string): text is Language => languages.some((each) => each === text)

/** The chosen language, otherwise the first supported one of the browser. */
function languageOf(stored: string | null, accepted: readonly string[]): Language {
  if (stored !== null && isLanguage(stored)) return stored
  const known = accepted.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

let language: Language = 'en'

export async function loadTexts(): Promise<void> {
  language = languageOf(storedLanguage(), navigator.languages)
  document.documentElement.lang = language
  t = await loads[language]()
}

type Words = Readonly<Record<string, string>>
let more: Words = {}

/** Words of the API that only some screens have, added when one of them is loaded. */
export function learn(words: Words): void {
  more = { ...more, ...words }
}

/** A word of the API in the reader's language; an untranslated one is shown as it is. */
export function word(name: string): string {
  const words: Words = t.words
  return words[name] ?? more[name] ?? name.replaceAll('_', ' ')
}

/** A word, in the form or the meaning that it has of something, where that differs. */
export function wordOf(what: string, name: string): string {
  const own = `${what} ${name}`
  return hasWord(own) ? word(own) : word(name)
}

/** A word where it stands alone, with a capital. */
export function heading(name: string, what = ''): string {
  const text = wordOf(what, name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether it differs from the API's own. */
export const hasWord = (name: string): boolean => word(name) !== name.replaceAll('_', ' ')

let isLoaded = false

/** All words of the API: the first page does without most of them. */
export async function loadWords(): Promise<void> {
  if (isLoaded) return
  learn(await wordLoads[language]())
  isLoaded = true
}
