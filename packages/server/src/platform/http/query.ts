import { type Fields, Refused } from '../refusal.ts'

type Described = Readonly<Record<string, unknown>>

/**
 * Reads a query that accepts the described parameters and no others, with all faults together.
 * `noun` names what the parameters belong to, such as "this list". Errors: `query_invalid`.
 */
export function readStrictly<T>(
  query: URLSearchParams,
  { described, noun }: { readonly described: Described; readonly noun: string },
  read: (fields: Fields) => T,
): T {
  // A parameter may have any name, `__proto__` too.
  const fields: Fields = Object.create(null)
  for (const name of new Set(query.keys())) {
    if (!Object.hasOwn(described, name)) fields[name] = [`is not a parameter of ${noun}`]
  }
  const value = read(fields)
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return value
}

/**
 * A whole number in a query, given once; `fallback` if it is absent, undefined if it is invalid.
 */
export function readCount(
  [text, ...others]: readonly string[],
  { fallback, most }: { readonly fallback: number; readonly most: number },
): number | undefined {
  if (text === undefined) return fallback
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= most && others.length === 0 ? value : undefined
}
