import { assert } from '../refusal.ts'

/** The rows of these ids in the order of the ids; all must exist. */
export function inOrder<T>(
  ids: readonly string[],
  rows: readonly T[],
  idOf: (row: T) => string,
): T[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.map((id) => {
    const row = byId.get(id)
    assert(row !== undefined, `the row ${id} of a list is there`)
    return row
  })
}
