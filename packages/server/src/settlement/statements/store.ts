import { add, subtract } from '@svc/api'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { LISTED_LINE, type ListedLine } from '../settlements/list-store.ts'
import type { Period, Statement } from './statement.ts'

type StatementKey = Period & { readonly storeId: string; readonly sandbox: boolean }

type Total = Statement['totals'][number]

/** Of what came before the period the type is null. */
const TOTAL = computed<Omit<Total, 'type'> & { type: Total['type'] | null }>({
  type: 'CASE WHEN l.created_at >= $4 THEN l.type END',
  count: 'count(*)',
  amount: 'sum(l.amount)::bigint',
  net: 'sum(l.net)::bigint',
})

/** By one statement, so that all of it is of one moment. */
export async function findStatement(reader: Reader, key: StatementKey): Promise<Statement> {
  const { storeId, sandbox, from, until, currency } = key
  const all = await reader.query(
    select(
      TOTAL,
      `FROM settlement_lines l
       WHERE l.store_id = $1 AND l.sandbox = $2 AND l.currency = $3 AND l.created_at < $5
       GROUP BY 1 ORDER BY 1`,
    ),
    [storeId, sandbox, currency, from, until],
  )
  const totals = all.flatMap(({ type, ...total }) => (type === null ? [] : [{ type, ...total }]))
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
export function listPeriod(
  reader: Reader,
  { storeId, sandbox, from, until, currency }: StatementKey,
  { after, limit }: LinePart,
): Promise<ListedLine[]> {
  return reader.query(
    select(
      LISTED_LINE,
      `FROM settlement_lines l
         LEFT JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
       WHERE l.store_id = $1 AND l.sandbox = $2 AND l.currency = $3
         AND (l.created_at, l.id) > ($4, $5) AND l.created_at < $6
       ORDER BY l.created_at, l.id LIMIT $7`,
    ),
    [storeId, sandbox, currency, after?.createdAt ?? from, after?.id ?? '', until, limit],
  )
}
