/** A JSON object with unknown members. */
export type Fields = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty if the value is not an object. */
export const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** The value at a path below a parsed value; an empty record if there is no object. */
export const recordAt = (value: unknown, ...path: readonly string[]): Fields =>
  path.reduce((node, name) => recordOf(node[name]), recordOf(value))

export const recordsOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isRecord) : []
