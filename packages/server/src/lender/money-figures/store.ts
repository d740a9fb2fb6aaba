/** Money by day, and what takes two people (record 0156). */
import type { ApprovalAction } from '../../model/approvals/approval-action.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type Day, day } from '../../platform/time/calendar.ts'
import { areTallied, BOTH_SIDES, talliedBookings } from '../../settlement/account-tallies/store.ts'
import type { ApprovalScope } from '../approvals/list-store.ts'
import type { FigureScope } from '../spans/span.ts'

const ofStore = (column: string) => `($2::text IS NULL OR ${column} = $2)`
const within = (column: string) => `${column} >= $3 AND ${column} < $4`
const valuesOf = ({ sandbox, storeId, start, end, timeZone }: FigureScope) => [
  ...[sandbox, storeId, start, end, timeZone],
]

/** Days of live mode whose closing and the one before it are there; undefined: none. */
type Closed = { readonly first: Day; readonly last: Day }

async function findClosed(
  reader: Reader,
  { sandbox, storeId }: FigureScope,
): Promise<Closed | undefined> {
  if (sandbox || storeId !== null) return undefined
  const shape = computed<{ first: string | null; last: string | null }>({
    first: '(min(c.day) + 1)::text',
    last: 'max(c.day)::text',
  })
  const [row] = await reader.query(select(shape, 'FROM closings c'), [])
  const { first = null, last = null } = row ?? {}
  if (first === null || last === null || last < first) return undefined
  return { first: day(first), last: day(last) }
}

/** Where the bookings of a figure are read. */
export async function findBooks(reader: Reader, scope: FigureScope): Promise<Wanted> {
  const closed = await findClosed(reader, scope)
  const { sandbox, storeId, timeZone } = scope
  const isWhole = closed === undefined && storeId === null && timeZone === TALLY_ZONE
  return { scope, closed, isTallied: isWhole && (await areTallied(reader, sandbox)) }
}

/** Whose days the tallies have. */
const TALLY_ZONE = 'UTC'
const NO_DAY = '0001-01-01'
/** Of a closed day: the difference between its closing and the one before it. */
const CLOSED = `SELECT c.day::text AS day, b.account, b.currency,
    b.debit - coalesce(p.debit, 0) AS debit, b.credit - coalesce(p.credit, 0) AS credit
  FROM closings c JOIN closings e ON e.day = c.day - 1
    CROSS JOIN LATERAL jsonb_to_recordset(c.balances)
      b (account text, currency text, debit bigint, credit bigint)
    LEFT JOIN LATERAL jsonb_to_recordset(e.balances)
      p (account text, currency text, debit bigint, credit bigint)
      ON p.account = b.account AND p.currency = b.currency
  WHERE c.day BETWEEN greatest($6::date, ($3::timestamptz AT TIME ZONE 'UTC')::date)
    AND least($7::date, ($4::timestamptz AT TIME ZONE 'UTC')::date - 1)`

const START = `($6::date::timestamp AT TIME ZONE 'UTC')`
const END = `(($7::date + 1)::timestamp AT TIME ZONE 'UTC')`
/** Before the first closing, and after the last: two spans, each found by its own index. */
const OPEN = [
  (at: string) => `${within(at)} AND ${at} < ${START}`,
  (at: string) => `${within(at)} AND ${at} >= ${END}`,
]
const booked = (open: (at: string) => string) => `
  SELECT (e.created_at AT TIME ZONE $5)::date::text, side.account, e.currency, side.debit,
    side.credit
  FROM ledger_entries e JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id
    JOIN ledger_postings p ON (p.store_id, p.order_id, p.sequence)
      = (e.store_id, e.order_id, e.sequence) ${BOTH_SIDES}
  WHERE o.sandbox = $1 AND ${ofStore('e.store_id')} AND ${open('e.created_at')}
    AND side.account = ANY($8::text[]) AND NOT $9::boolean
  UNION ALL
  SELECT (e.created_at AT TIME ZONE $5)::date::text, side.account, e.currency, side.debit,
    side.credit
  FROM store_entries e JOIN store_postings p ON (p.store_id, p.sandbox, p.sequence)
      = (e.store_id, e.sandbox, e.sequence) ${BOTH_SIDES}
  WHERE e.sandbox = $1 AND ${ofStore('e.store_id')} AND ${open('e.created_at')}
    AND side.account = ANY($8::text[]) AND NOT $9::boolean`

const TALLIED = `SELECT t.day::text, t.account, t.currency, t.debit, t.credit
  FROM (${talliedBookings('$1')}) t
  WHERE $9 AND t.day >= ($3 AT TIME ZONE 'UTC')::date AND t.day < ($4 AT TIME ZONE 'UTC')::date
    AND t.account = ANY($8::text[])`

/** Debits and credits of accounts, by day: from closings, else from tallies or bookings. */
const MOVED = `(SELECT * FROM (${CLOSED}) c WHERE c.account = ANY($8::text[])
  UNION ALL ${[...OPEN.map(booked), TALLIED].join(' UNION ALL ')})`

type Wanted = {
  readonly scope: FigureScope
  readonly closed: Closed | undefined
  /** All bookings are read from the tallies. */
  readonly isTallied: boolean
}

/** Without a closing, all bookings come after it. */
const movedValues = ({ scope, closed, isTallied }: Wanted, accounts: readonly string[]) => [
  ...valuesOf(scope),
  ...[closed?.first ?? NO_DAY, closed?.last ?? NO_DAY, accounts, isTallied],
]

type OfDay = { readonly day: string; readonly currency: string }
const OF_DAY = { day: 'm.day', currency: 'm.currency' }
const side = (account: string, amount: string) =>
  `coalesce(sum(${amount}) FILTER (WHERE m.account = '${account}'), 0)::bigint`

type Income = OfDay & {
  readonly [K in 'store_fees' | 'campaigns' | 'interest' | 'buyer_fees' | 'late']: number
}
const INCOME_ACCOUNTS = {
  ...{ store_fees: 'store_fee_income', campaigns: 'campaign_income' },
  ...{ interest: 'interest_income', buyer_fees: 'buyer_fee_income', late: 'late_income' },
}
const earned = (name: keyof typeof INCOME_ACCOUNTS) =>
  side(INCOME_ACCOUNTS[name], 'm.credit - m.debit')
const INCOME = computed<Income>({
  ...OF_DAY,
  ...{ store_fees: earned('store_fees'), campaigns: earned('campaigns') },
  ...{ interest: earned('interest'), buyer_fees: earned('buyer_fees'), late: earned('late') },
})

/** Fees and interest by day. */
export const listIncome = (reader: Reader, wanted: Wanted): Promise<Income[]> =>
  reader.search(
    select(INCOME, `FROM ${MOVED} m (day, account, currency, debit, credit) GROUP BY 1, 2`),
    movedValues(wanted, Object.values(INCOME_ACCOUNTS)),
  )

type Losses = OfDay & {
  readonly written_off: number
  readonly recovered: number
  readonly waived: number
}
const WAIVED = `SELECT (e.created_at AT TIME ZONE $5)::date::text, 'waived', e.currency, p.amount, 0
  FROM ledger_entries e JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id
    JOIN ledger_postings p ON (p.store_id, p.order_id, p.sequence)
      = (e.store_id, e.order_id, e.sequence)
  WHERE e.kind = 'waiver' AND o.sandbox = $1 AND ${ofStore('e.store_id')}
    AND ${within('e.created_at')}`
const LOSSES = computed<Losses>({
  ...OF_DAY,
  written_off: side('credit_loss', 'm.debit'),
  recovered: side('credit_loss', 'm.credit'),
  waived: side('waived', 'm.debit'),
})

/** Write-offs and waivers by day. */
export const listLosses = (reader: Reader, wanted: Wanted): Promise<Losses[]> =>
  reader.search(
    select(
      LOSSES,
      `FROM (SELECT * FROM ${MOVED} x UNION ALL ${WAIVED})
         m (day, account, currency, debit, credit) GROUP BY 1, 2`,
    ),
    movedValues(wanted, ['credit_loss']),
  )

type Cash = OfDay & {
  readonly expected: number
  readonly received: number
  readonly paid: number
}
const OF_PLANS = `FROM instalments i
  JOIN loans l ON l.store_id = i.store_id AND l.order_id = i.order_id`
const DUE = `i.due_on BETWEEN $10::date AND $11::date AND l.sandbox = $1 AND l.cancelled_on IS NULL
  AND ${ofStore('l.store_id')}`
/**
 * The plans' figures, whether or not paid earlier; nothing is expected of a cancelled order. A loan
 * that does not know its currency (record 0122) looks at its order.
 */
const EXPECTED = `SELECT i.due_on::text, 'expected', l.currency,
    sum(i.capital + i.interest + i.fee)::bigint, 0
  ${OF_PLANS} WHERE ${DUE} AND l.overdue_amount IS NOT NULL GROUP BY i.due_on, l.currency
  UNION ALL
  SELECT i.due_on::text, 'expected', o.currency, i.capital + i.interest + i.fee, 0
  ${OF_PLANS} JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
  WHERE ${DUE} AND l.overdue_amount IS NULL`
const CASH = computed<Cash>({
  ...OF_DAY,
  expected: side('expected', 'm.debit'),
  received: side('cash', 'm.debit'),
  paid: side('cash', 'm.credit'),
})

/** Cash received and cash expected, by day. */
export const listCash = (reader: Reader, wanted: Wanted): Promise<Cash[]> =>
  reader.search(
    select(
      CASH,
      `FROM (SELECT * FROM ${MOVED} x UNION ALL ${EXPECTED})
         m (day, account, currency, debit, credit) GROUP BY 1, 2`,
    ),
    [...movedValues(wanted, ['cash']), wanted.scope.from, wanted.scope.to],
  )

type PaidOut = OfDay & {
  readonly payouts: number
  readonly paid: number
  readonly proposed: number
  readonly held: number
}
const ofStatus = (status: string) =>
  `coalesce(sum(p.amount) FILTER (WHERE p.status = '${status}'), 0)::bigint`
const PAID_OUT = computed<PaidOut>({
  day: '(p.created_at AT TIME ZONE $5)::date::text',
  currency: 'p.currency',
  payouts: 'count(*)',
  ...{ paid: ofStatus('paid'), proposed: ofStatus('proposed'), held: ofStatus('held') },
})

/** Payouts by the day on which they were made. */
export const listPaidOut = (reader: Reader, scope: FigureScope): Promise<PaidOut[]> =>
  reader.search(
    select(
      PAID_OUT,
      `FROM payouts p WHERE p.sandbox = $1 AND ${ofStore('p.store_id')}
         AND ${within('p.created_at')} GROUP BY 1, 2`,
    ),
    valuesOf(scope),
  )

type Approved = {
  readonly action: ApprovalAction
  readonly requests: number
  readonly pending: number
  readonly executed: number
  readonly declined: number
  readonly ended: number
  readonly median_minutes: number | null
  readonly oldest: Date | null
}
const approved = (...statuses: readonly string[]) =>
  `count(*) FILTER (WHERE a.status IN ('${statuses.join(`', '`)}'))`
const APPROVED = computed<Approved>({
  action: 'a.action',
  requests: 'count(*)',
  pending: approved('pending'),
  executed: approved('executed'),
  declined: approved('declined'),
  ended: approved('withdrawn', 'expired', 'failed'),
  median_minutes: `round(percentile_cont(0.5) WITHIN GROUP (ORDER BY
    extract(epoch FROM a.ended_at - a.created_at) / 60)
    FILTER (WHERE a.status IN ('executed', 'declined')))::bigint`,
  oldest: `min(a.created_at) FILTER (WHERE a.status = 'pending')`,
})

/** Approvals of a mode, and of those that belong to none, by the action requested. */
export const listApproved = (
  reader: Reader,
  { sandbox, storeId, start, end }: FigureScope,
  { makerId, actions }: ApprovalScope,
): Promise<Approved[]> =>
  reader.search(
    select(
      APPROVED,
      `FROM approvals a WHERE coalesce(a.mode, $1) = $1 AND ${ofStore('a.store_id')}
         AND ${within('a.created_at')}
         AND ($6::text[] IS NULL OR a.maker_id = $5 OR a.action = ANY($6::text[]))
       GROUP BY 1 ORDER BY 2 DESC, 1`,
    ),
    [sandbox ? 'sandbox' : 'live', storeId, start, end, makerId, actions],
  )
