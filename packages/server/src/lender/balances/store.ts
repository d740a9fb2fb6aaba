import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { BOTH_SIDES, talliedBookings } from '../../settlement/account-tallies/store.ts'
import type { AccountBalance } from './balance.ts'

const BALANCE = computed<AccountBalance>({
  account: 'x.account',
  currency: 'x.currency',
  debit: 'sum(x.debit)::bigint',
  credit: 'sum(x.credit)::bigint',
  balance: '(sum(x.debit) - sum(x.credit))::bigint',
})

type Span = {
  readonly sandbox: boolean
  /** The first moment that counts; null: from the beginning. */
  readonly from: Date | null
  /** The first that counts no more; null: until now. */
  readonly before: Date | null
}

const WITHIN = `($2::timestamptz IS NULL OR e.created_at < $2)
  AND ($3::timestamptz IS NULL OR e.created_at >= $3)`

/** The balances of every account in every currency, over all stores of a mode. */
export function listBalances(
  reader: Reader,
  { sandbox, from, before }: Span,
): Promise<AccountBalance[]> {
  return reader.search(
    select(
      BALANCE,
      `FROM (
         SELECT side.*, e.currency FROM ledger_postings p
           JOIN ledger_entries e ON (e.store_id, e.order_id, e.sequence)
             = (p.store_id, p.order_id, p.sequence)
           JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id ${BOTH_SIDES}
         WHERE o.sandbox = $1 AND ${WITHIN}
         UNION ALL
         SELECT side.*, e.currency FROM store_postings p
           JOIN store_entries e ON (e.store_id, e.sandbox, e.sequence)
             = (p.store_id, p.sandbox, p.sequence) ${BOTH_SIDES}
         WHERE e.sandbox = $1 AND ${WITHIN}) x
       GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    [sandbox, before, from],
  )
}

/** The same by the tallies, exact however few there are; `before` is a midnight of UTC. */
export function listTalliedBalances(
  reader: Reader,
  { sandbox, before }: Omit<Span, 'from'>,
): Promise<AccountBalance[]> {
  return reader.search(
    select(
      BALANCE,
      `FROM (${talliedBookings('$1')}) x
       WHERE $2::timestamptz IS NULL OR x.day < ($2 AT TIME ZONE 'UTC')::date
       GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    [sandbox, before],
  )
}
