/** In which documents are written; the first is that of who names none of them. */
export const documentLanguages = ['es', 'en'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]
