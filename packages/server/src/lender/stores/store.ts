import type { StreamKey } from '../../model/streams/stream-key.ts'
import { computed, select, statement } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import type { LeftOpen } from './state-rules.ts'

/** So many orders by one statement, which has 5 s. */
const SHIFTED_AT_ONCE = 5_000

/** How long captures have been off; in hours and less, since days are not all equally long. */
const PAUSE = `SELECT make_interval(secs => extract(epoch FROM
    $3::timestamptz - min(x.store_at))::float8) AS long
  FROM store_states x WHERE x.store_id = $1 AND x.sandbox = $2 AND x.version > coalesce((
    SELECT max(y.version) FROM store_states y
    WHERE y.store_id = $1 AND y.sandbox = $2 AND y.captures), 0)`

/** A lapse that was announced is due at the deadline itself, any other a week before. */
const LAST = computed<{ last: string | null }>({ last: 'max(m.id)' })
const SHIFT = statement(LAST, (list) => {
  return `WITH pause AS (${PAUSE}),
    due AS (SELECT o.id FROM orders o
      WHERE o.store_id = $1 AND o.sandbox = $2 AND o.capture_before IS NOT NULL AND o.id > $4
      ORDER BY o.id LIMIT $5 FOR NO KEY UPDATE),
    m AS (UPDATE orders o SET version = o.version + 1, capture_before = o.capture_before + p.long,
        lapse_due_at = CASE o.lapse_due_at WHEN o.capture_before THEN o.capture_before + p.long
          ELSE greatest(o.lapse_due_at, o.capture_before + p.long - interval '168 hours') END
      FROM pause p, due WHERE o.store_id = $1 AND o.id = due.id RETURNING o.id)
    SELECT ${list} FROM m`
})

/**
 * Moves the deadlines of captures on by as long as captures were off: since they were switched off,
 * until `storeAt`, in the store's time. They are off until the end of the transaction.
 */
export async function shiftDeadlines(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
  storeAt: Date,
): Promise<void> {
  let after: string | null = ''
  while (after !== null) {
    const [moved]: { last: string | null }[] = await tx.query(SHIFT, [
      ...[storeId, sandbox, storeAt, after, SHIFTED_AT_ONCE],
    ])
    after = moved?.last ?? null
  }
}

/** The placed amount, beside the carried one: the rest may be more. */
const BALANCE = `SELECT a.currency, a.carried AS net FROM payout_accounts a
  WHERE a.store_id = $1 AND a.sandbox = $2
  UNION ALL SELECT l.currency, l.net FROM payout_calendars c
    JOIN events e ON e.store_id = c.store_id AND e.sandbox = c.sandbox AND e.position > c.position
    JOIN settlement_lines l ON l.store_id = e.store_id AND l.order_id = e.order_id
      AND l.event_sequence = e.sequence
  WHERE c.store_id = $1 AND c.sandbox = $2`

const LEFT_OPEN = computed<LeftOpen>({
  orders: `(SELECT count(*) FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2
    AND (o.expires_at IS NOT NULL OR o.capture_before IS NOT NULL))`,
  unpaid: `(EXISTS (SELECT 1 FROM (${BALANCE}) b GROUP BY b.currency HAVING sum(b.net) > 0)
    OR EXISTS (SELECT 1 FROM payouts w
      WHERE w.store_id = $1 AND w.sandbox = $2 AND w.status <> 'paid')
    OR EXISTS (SELECT 1 FROM events e
      WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position IS NULL))`,
})

export async function findLeftOpen(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<LeftOpen> {
  const [open] = await reader.query(select(LEFT_OPEN, ''), [storeId, sandbox])
  return open ?? { orders: 0, unpaid: false }
}

/** What is open of a store, where it is about to be switched off. */
export type Affected = {
  readonly openCheckouts: number
  readonly uncapturedOrders: number
  /** What it is owed and not paid, by currency, with how many payouts wait. */
  readonly payouts: readonly {
    readonly currency: string
    readonly amount: number
    readonly waiting: number
  }[]
}

type Owed = Affected['payouts'][number]
const OPEN = computed<Omit<Affected, 'payouts'>>({
  openCheckouts: `count(*) FILTER (WHERE o.state = 'in_process')`,
  uncapturedOrders: 'count(*) FILTER (WHERE o.capture_before IS NOT NULL)',
})
const OWED = computed<Owed>({
  currency: 'b.currency',
  amount: 'sum(b.net)::bigint',
  waiting: 'count(b.payout)',
})

export async function findAffected(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<Affected> {
  const [[open], payouts] = await Promise.all([
    reader.query(
      select(
        OPEN,
        `FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2
           AND (o.expires_at IS NOT NULL OR o.capture_before IS NOT NULL)`,
      ),
      [storeId, sandbox],
    ),
    reader.query(
      select(
        OWED,
        `FROM (SELECT c.currency, c.net, NULL AS payout FROM (${BALANCE}) c
           UNION ALL SELECT w.currency, w.amount, w.id FROM payouts w
             WHERE w.store_id = $1 AND w.sandbox = $2 AND w.status <> 'paid') b
         GROUP BY b.currency HAVING sum(b.net) > 0 ORDER BY b.currency`,
      ),
      [storeId, sandbox],
    ),
  ])
  return { openCheckouts: 0, uncapturedOrders: 0, ...open, payouts }
}
