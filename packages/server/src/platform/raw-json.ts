/** JSON text that `JSON.stringify` writes unchanged. */
type RawJson = { readonly rawJSON: string }

type Read = { readonly source: string }
type WithSource = (key: string, value: unknown, read: Read) => unknown

// The type library lacks this part of the language (ES2026).
const json = JSON as JSON & {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
  parse(text: string, reviver: WithSource): unknown
}

export const rawJson = (text: string): RawJson => json.rawJSON(text)
export const isRawJson = (value: unknown): value is RawJson => json.isRawJSON(value)

/**
 * Parses JSON; numbers that a double cannot represent keep their digits when they are written
 * again.
 */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key: string, value: unknown, { source }: Read) =>
    typeof value === 'number' && String(value) !== source ? rawJson(source) : value,
  )
}
