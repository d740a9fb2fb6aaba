import { columns, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import type { Day } from '../../platform/time/calendar.ts'
import type { Closing } from './closing.ts'

export const CLOSING = columns<'closings', Pick<Closing, 'balances'>>('closings', 'c')

/** No two processes close a day together. */
export async function lockClosings(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('closings', 0)) AS locked`, [])
}

/** The newest of a day that was over before a moment; null: whenever it was. */
export async function findLastClosing(
  reader: Reader,
  before: Date | null,
): Promise<Closing | undefined> {
  const text = `FROM closings c
    WHERE $1::timestamptz IS NULL OR c.day + 1 <= ($1 AT TIME ZONE 'UTC')
    ORDER BY c.day DESC LIMIT 1`
  return (await reader.query(select(CLOSING, text), [before]))[0]
}

export async function findClosing(reader: Reader, day: Day): Promise<Closing | undefined> {
  return (await reader.query(select(CLOSING, 'FROM closings c WHERE c.day = $1'), [day]))[0]
}

export const closingRow = (closing: Closing): RowSet => ({ table: 'closings', rows: [closing] })
