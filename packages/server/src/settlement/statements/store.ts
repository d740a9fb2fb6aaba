import { add, cents, subtract } from '@svc/api'
import type { Reader } from '../../platform/database/database.ts'
import { COLUMNS, type ListedLine, lineOf } from '../settlements/list-store.ts'
import type { Period, Statement } from './statement.ts'

export type StatementKey = Period & { readonly storeId: string; readonly sandbox: boolean }

/** By one statement, so that all of it is of one moment. */
export async function findStatement(reader: Reader, key: StatementKey): Promise<Statement> {
  const { storeId, sandbox, from, until, currency } = key
  const rows = await reader.query(
    `SELECT CASE WHEN l.created_at >= $4 THEN l.type END AS type, count(*) AS count,
       sum(l.amount)::bigint AS amount, sum(l.net)::bigint AS net
     FROM settlement_lines l
     WHERE l.store_id = $1 AND l.sandbox = $2 AND l.currency = $3 AND l.created_at < $5
     GROUP BY 1 ORDER BY 1`,
    [storeId, sandbox, currency, from, until],
  )
  const all = rows.map(({ type, count, amount, net }) => ({
    type,
    count,
    amount: cents(amount),
    net: cents(net),
  }))
  const totals = all.filter(({ type }) => type !== null)
  const closing = add(...all.map(({ net }) => net))
  const net = add(...totals.map(({ net }) => net))
  const opening = subtract(closing, net)
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  return { from, until, currency, opening, totals, count, net, closing }
}

export type LinePart = {
  /** The last line that was read; null: from the beginning of the period on. */
  readonly after: Pick<ListedLine['line'], 'createdAt' | 'id'> | null
  readonly limit: number
}

/** What follows in the period, the oldest first. */
export async function listPeriod(
  reader: Reader,
  { storeId, sandbox, from, until, currency }: StatementKey,
  { after, limit }: LinePart,
): Promise<ListedLine[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS}, o.mid FROM settlement_lines l
       LEFT JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
     WHERE l.store_id = $1 AND l.sandbox = $2 AND l.currency = $3
       AND (l.created_at, l.id) > ($4, $5) AND l.created_at < $6
     ORDER BY l.created_at, l.id LIMIT $7`,
    [storeId, sandbox, currency, after?.createdAt ?? from, after?.id ?? '', until, limit],
  )
  return rows.map((row) => ({ line: lineOf(row), mid: row.mid }))
}
