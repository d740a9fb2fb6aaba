import {
  type DocumentKind,
  type DocumentLanguage,
  documentKinds,
  documentLanguages,
} from '@svc/api'
import { type Fields, Refused } from '../../platform/refusal.ts'

export type DocumentWish = { readonly language: DocumentLanguage | undefined }

/** The kind that the last word of the path names, `agreement.html`. */
export function kindOf(name: string): DocumentKind | undefined {
  return documentKinds.find((kind) => `${kind}.html` === name)
}

/** All faults at once. */
export function readDocumentQuery(query: URLSearchParams): DocumentWish {
  const fields: Fields = Object.create(null)
  unknownFaults(query, { names: ['language'], fields })
  const language = oneOf(query, { name: 'language', choices: documentLanguages, fields })
  refuseFaults(fields)
  return { language }
}

export function unknownFaults(
  query: URLSearchParams,
  { names, fields }: { names: readonly string[]; fields: Fields },
): void {
  for (const name of new Set(query.keys())) {
    if (!names.includes(name)) fields[name] = ['is not a parameter of a document']
  }
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

export function refuseFaults(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
}
