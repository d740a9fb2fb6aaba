/** JSON text as it stands, inside a value that `JSON.stringify` writes. */
export type RawJson = object

type WithSource = (key: string, value: unknown, context: { source: string }) => unknown

// The type library lacks this part of the language (ES2026).
const json = JSON as unknown as {
  rawJSON(text: string): RawJson
  parse(text: string, reviver: WithSource): unknown
}

export const rawJson = (text: string): RawJson => json.rawJSON(text)

/** Reads JSON; numbers that a double would change keep their digits when they are written again. */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && String(value) !== source ? rawJson(source) : value,
  )
}
