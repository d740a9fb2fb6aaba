/** The languages of documents; the first is the default. */
export const documentLanguages = ['es', 'en'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]
