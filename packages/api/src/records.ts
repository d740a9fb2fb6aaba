/** A JSON object, of whose members nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty where the value is no object. */
export const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** What is at a path below a parsed value; an empty record where nothing or something else is. */
export const recordAt = (value: unknown, ...path: readonly string[]): Fields =>
  path.reduce((node, name) => recordOf(node[name]), recordOf(value))

export const recordsOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isRecord) : []
