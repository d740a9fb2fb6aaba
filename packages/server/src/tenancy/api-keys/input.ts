import { Refused } from '../../platform/refusal.ts'

/** Rejects anything that is not clearly yes or no: a key that has ended does not come back. */
export function readCascade(query: URLSearchParams): boolean {
  const texts = query.getAll('cascade')
  const [text = 'false'] = texts
  if (texts.length > 1 || (text !== 'true' && text !== 'false')) {
    throw new Refused('query_invalid', { fields: { cascade: ['must be true or false'] } })
  }
  return text === 'true'
}
