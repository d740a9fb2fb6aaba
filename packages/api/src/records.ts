/** A JSON object, of whose members nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty where the value is no object. */
export const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {})
