import {
  type DocumentKind,
  type DocumentLanguage,
  documentKinds,
  documentLanguages,
  documentQuery,
} from '@svc/api'
import { readStrictly } from '../../platform/http/query.ts'
import type { Fields } from '../../platform/refusal.ts'

export type DocumentWish = { readonly language: DocumentLanguage | undefined }

/** The kind that the last word of the path names, `agreement.html`. */
export function kindOf(name: string): DocumentKind | undefined {
  return documentKinds.find((kind) => `${kind}.html` === name)
}

/** All faults together. */
export function readDocumentQuery(query: URLSearchParams): DocumentWish {
  return readStrictly(query, { described: documentQuery, noun: 'a document' }, (fields) => ({
    language: oneOf(query, { name: 'language', choices: documentLanguages, fields }),
  }))
}

type Choice<T> = { readonly name: string; readonly choices: readonly T[]; readonly fields: Fields }

export function oneOf<T extends string>(
  query: URLSearchParams,
  { name, choices, fields }: Choice<T>,
): T | undefined {
  const [text, ...others] = query.getAll(name)
  const choice = choices.find((each) => each === text)
  if (text !== undefined && (choice === undefined || others.length > 0)) {
    fields[name] = [`must be one of ${choices.join(', ')}, given once`]
  }
  return choice
}
