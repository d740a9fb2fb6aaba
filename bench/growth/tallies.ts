/**
 * Counts the tallies of lists, statements and balances in one pass over all stores: the service,
 * which does it in steps, would be busy with millions of rows while it is measured.
 */
import type { Client } from 'pg'
import { createReader } from '../../packages/server/src/platform/database/reader.ts'
import { addToTallies } from '../../packages/server/src/settlement/account-tallies/store.ts'

const DAY = (row: string): string => `(${row}.created_at AT TIME ZONE 'UTC')::date`

const ALL_EVENTS = 1e9

export async function tallyAll(admin: Client): Promise<void> {
  await admin.query(`
    TRUNCATE order_tallies, line_tallies, account_tallies, tally_heads;
    INSERT INTO order_tallies (store_id, sandbox, day, status, financing_status, count)
      SELECT o.store_id, o.sandbox, ${DAY('o')}, o.status, o.financing_status, count(*)
      FROM orders o WHERE o.state <> 'in_process' GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO line_tallies (store_id, sandbox, day, currency, type, count, amount, net)
      SELECT l.store_id, l.sandbox, ${DAY('l')}, l.currency, l.type, count(*), sum(l.amount),
        sum(l.net)
      FROM settlement_lines l GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO tally_heads (store_id, sandbox, counted_at, position)
      SELECT store_id, sandbox, now(), position FROM event_streams`)
  const reader = createReader(
    async ({ text, values }) => (await admin.query({ text, values: [...values] })).rows,
  )
  await addToTallies(reader, ALL_EVENTS)
}
