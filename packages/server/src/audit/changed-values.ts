/** Other values that somebody could write into a column, by its type. */

export type Column = {
  readonly table: string
  readonly name: string
  /** As `pg_type` calls it: `int8`, `timestamptz`, `_text`. */
  readonly type: string
  readonly nullable: boolean
  /** What a CHECK lists, if it does. */
  readonly legal: readonly string[]
}

const HEX = /^[0-9a-f]{16,}$/
const DAY_MS = 86_400_000
const NUMBERS = new Set(['int2', 'int4', 'int8', 'numeric'])
const FRESH: Readonly<Record<string, unknown>> = {
  bool: true,
  date: '2026-12-01',
  timestamptz: '2026-12-01T00:00:00+00:00',
  jsonb: { added: 1 },
}

/**
 * The plausible ones first; as JSON, as `to_jsonb` of a row shows its columns. `others` are values
 * that the column has in other rows.
 */
export function changedValues(
  { type, nullable, legal }: Column,
  value: unknown,
  others: readonly unknown[],
): unknown[] {
  const borrowed = others.find((other) => other !== null && !same(other, value))
  if (value === null) return [borrowed ?? legal[0] ?? freshOf(type)]
  const changed = ofType(type, value, { legal, borrowed })
  return nullable ? [...changed, null] : changed
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const freshOf = (type: string): unknown => {
  if (type.startsWith('_')) return []
  return FRESH[type] ?? (NUMBERS.has(type) ? 1 : 'added')
}

type Known = { readonly legal: readonly string[]; readonly borrowed: unknown }

function ofType(type: string, value: unknown, { legal, borrowed }: Known): unknown[] {
  if (typeof value === 'boolean') return [!value]
  if (NUMBERS.has(type)) return [Number(value) + 1, Number(value) - 1]
  if (type === 'date') return [shifted(value, DAY_MS, 10), shifted(value, -DAY_MS, 10)]
  if (type === 'timestamptz') return [DAY_MS, -DAY_MS, 1_000].map((ms) => shifted(value, ms, 24))
  if (type === 'jsonb') return changedMembers(value)
  if (Array.isArray(value)) return [value.slice(1), [...value, ...value.slice(0, 1)]]
  const text = String(value)
  if (legal.includes(text)) return legal.filter((each) => each !== text)
  if (HEX.test(text)) return [changedDigit(text)]
  return [...(borrowed === undefined ? [] : [borrowed]), `${text}x`]
}

const shifted = (value: unknown, ms: number, length: number): string =>
  new Date(Date.parse(String(value)) + ms).toISOString().slice(0, length)

const changedDigit = (text: string): string =>
  `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`

/** Of each member, however deep, one change; of an empty list or object an addition. */
function changedMembers(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'string') return [HEX.test(value) ? changedDigit(value) : `${value}x`]
  if (value === null) return [1]
  if (Array.isArray(value)) {
    if (value.length === 0) return [[1]]
    return value.flatMap((each, index) =>
      changedMembers(each).map((changed) => value.with(index, changed)),
    )
  }
  const entries = Object.entries(value as object)
  if (entries.length === 0) return [{ added: 1 }]
  return entries.flatMap(([name, each]) =>
    changedMembers(each).map((changed) => ({ ...(value as object), [name]: changed })),
  )
}
