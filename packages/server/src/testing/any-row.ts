import type { PlainRowSet, RowSet } from '../platform/database/database.ts'

/** Of a test's own statements: what it reads is held against what it expects. */
// biome-ignore lint/suspicious/noExplicitAny: A wrong type fails by the test.
export type AnyRow = Readonly<Record<string, any>>

/** What a test writes to a table of its own, or wrongly. */
export const anyRowSet = (rowSet: PlainRowSet): RowSet => rowSet as RowSet
