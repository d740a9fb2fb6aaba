/**
 * The payouts of a store (A9), and the ledger of the store apart from its orders. Written from
 * design §4 and decisions 0030 and 0132. Instead of an order's id a finding names the payout; for a
 * calendar the mode, for an account the currency, for an entry its sequence.
 */
import { type Check, ORDERS, ROWS, type Sweep, sweep } from './check.ts'

/** Each adds up the lines of all its events: some at a time. */
const PAYOUTS = 8

/** The total of the lines of the events between two positions. */
const netOf = (row: string, from: string, to: string): string => `(
  SELECT coalesce(sum(l.net), 0) FROM events e
    JOIN settlement_lines l ON l.store_id = e.store_id AND l.order_id = e.order_id
      AND l.event_sequence = e.sequence
  WHERE e.store_id = ${row}.store_id AND e.sandbox = ${row}.sandbox AND e.position > ${from}
    AND e.position <= ${to} AND l.currency = ${row}.currency)`

const MICROS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
const moment = (column: string): string =>
  `coalesce(to_char(${column} AT TIME ZONE 'UTC', ${MICROS}), '')`

/** All members of a paid payout, except its position in the chain (decision 0074). */
const SAID = `concat_ws('|', p.id, p.currency, 'paid', p.amount, p.carried, p.from_position,
  p.to_position, ${['p.previous_at', 'p.due_at', 'p.created_at'].map(moment).join(', ')},
  to_char(p.payable_at AT TIME ZONE 'UTC', ${MICROS}))`
/** A waiting payout is booked when it is paid. */
const BOOKED_AT = 'coalesce(p.paid_at, p.created_at)'
const IS_PAID = `(f.status = 'paid')::int`

const PAYOUT_FACTS = `SELECT p.*, p.id AS order_id,
      ${netOf('p', 'p.from_position', 'p.to_position')} AS net,
      c.position AS reckoned,
      EXISTS (SELECT 1 FROM payouts x WHERE x.store_id = p.store_id AND x.sandbox = p.sandbox
          AND x.currency = p.currency AND x.from_position = p.to_position)
        OR EXISTS (SELECT 1 FROM payout_accounts a WHERE a.store_id = p.store_id
          AND a.sandbox = p.sandbox AND a.currency = p.currency
          AND (a.paid_position, a.paid_at) = (p.to_position, p.created_at)) AS followed,
      (SELECT (x.to_position, x.created_at) FROM payouts x WHERE x.store_id = p.store_id
        AND x.sandbox = p.sandbox AND x.currency = p.currency AND x.to_position < p.to_position
        ORDER BY x.to_position DESC LIMIT 1) IS DISTINCT FROM CASE WHEN p.from_position > 0
          THEN (p.from_position, p.previous_at) END AS leap,
      (SELECT count(*) FROM settlement_lines l WHERE l.store_id = p.store_id
        AND l.sandbox = p.sandbox AND l.created_at = ${BOOKED_AT} AND l.type = 'payout'
        AND (l.effect_id, l.currency, l.amount, l.net, l.ledger_sequence)
          = (p.id, p.currency, p.amount, -p.amount, p.ledger_sequence)) AS lines,
      (SELECT count(*) FROM store_entries n WHERE n.store_id = p.store_id
        AND n.sandbox = p.sandbox AND n.sequence = p.ledger_sequence
        AND (n.kind, n.effect_id, n.currency, n.created_at)
          = ('payout', p.id, p.currency, ${BOOKED_AT})
        AND coalesce(n.content_hash, p.said) = p.said
        AND (SELECT array_agg(o.debit || '>' || o.credit || ':' || o.amount)
          FROM store_postings o WHERE o.store_id = n.store_id AND o.sandbox = n.sandbox
            AND o.sequence = n.sequence) = ARRAY['store_payable>cash:' || p.amount]) AS entries,
      (SELECT count(*) FROM events e WHERE e.store_id = p.store_id AND e.sandbox = p.sandbox
        AND e.type = 'payout.created' AND e.subject = p.id AND e.order_id IS NULL
        AND (e.data ->> 'amount', e.data ->> 'currency')
          = (p.amount::text, p.currency)) AS payout_events
    FROM (SELECT p.*, encode(sha256(convert_to(${SAID}, 'UTF8')), 'hex') AS said FROM batch p) p
      LEFT JOIN LATERAL (SELECT * FROM payout_calendars c
      WHERE c.store_id = p.store_id AND c.sandbox = p.sandbox) c ON true`

const payoutChecks: readonly Check[] = [
  {
    invariant: 'A9',
    title: 'a payout is the sum of the lines that it covers, and above zero',
    broken: 'f.amount <> f.net OR f.amount <= 0 OR f.carried > 0',
  },
  {
    invariant: 'A9',
    title: 'a payout begins where the one before it in its currency ends',
    broken: `f.leap OR f.from_position >= f.to_position OR f.from_position < 0
      OR (f.from_position = 0) <> (f.previous_at IS NULL)`,
  },
  {
    invariant: 'A9',
    title: 'a payout ends where the next one begins, or at the balance of the account',
    broken: 'NOT f.followed',
  },
  {
    invariant: 'A4',
    title: 'a payout is made, and paid, not before it was due',
    broken: 'coalesce(f.due_at > f.created_at OR f.created_at > f.paid_at, false)',
  },
  {
    invariant: 'A9',
    title: 'a payout that is paid has its line',
    broken: `f.lines <> ${IS_PAID}`,
  },
  {
    invariant: 'A1',
    title: 'a payout that is paid is booked from the store to cash, as it was made',
    broken: `f.entries <> ${IS_PAID}`,
  },
  {
    invariant: 'A12',
    title: 'a payout that is paid has its event',
    broken: `f.payout_events <> ${IS_PAID}`,
  },
  {
    invariant: 'A14',
    title: 'a payout has a calendar that has come as far',
    broken: '(f.to_position <= f.reckoned) IS NOT TRUE',
  },
]

const payouts = { table: 'payouts', keys: ['store_id', 'id'], rows: PAYOUTS } as const

const ofPayouts = sweep({
  ...payouts,
  where: 'payable_at IS NULL',
  since: 'id',
  facts: PAYOUT_FACTS,
  checks: [
    ...payoutChecks,
    {
      invariant: 'L15',
      title: 'a payout that need not wait is paid when it is made',
      broken: `f.status <> 'paid' OR f.paid_at IS NOT NULL`,
    },
  ],
})

/** The actions since it was proposed: names that sort in their order. */
const MOVES = `SELECT string_agg(a.action, ' ' ORDER BY a.action) AS moves,
    coalesce(bool_or(a.action IN ('payout.pay', 'payout.release')
      AND a.after_hash IS DISTINCT FROM (
      SELECT n.hash FROM store_entries n WHERE n.store_id = p.store_id AND n.sandbox = p.sandbox
        AND n.sequence = p.ledger_sequence)), false) AS paid_otherwise
  FROM actions a WHERE (a.object_kind, a.object_id) = ('payout', p.id) AND a.outcome = 'done'
    AND a.store_id = p.store_id AND (a.mode = 'sandbox') = p.sandbox
    AND a.action <> 'payout.propose'`
/** The possible ways to its state: automatically only after its days, and never from a hold. */
const LEGAL = `CASE f.status WHEN 'proposed' THEN f.moves IS NULL
  WHEN 'held' THEN f.moves = 'payout.hold'
  ELSE f.moves = 'payout.pay' AND f.paid_at >= f.payable_at
    OR f.moves IN ('payout.release', 'payout.hold payout.release') END`

/** Pending ones change later: an audit from a checkpoint reads all of them. */
const ofWaiting = sweep({
  ...payouts,
  where: 'payable_at IS NOT NULL',
  facts: `SELECT p.*, m.* FROM (${PAYOUT_FACTS}) p CROSS JOIN LATERAL (${MOVES}) m`,
  checks: [
    ...payoutChecks,
    {
      invariant: 'L15',
      title: 'a waiting payout moved step by step: none that was held is paid unless released',
      broken: `(${LEGAL}) IS NOT TRUE OR f.paid_otherwise
        OR (f.status = 'paid') <> (f.paid_at IS NOT NULL) OR f.payable_at <= f.created_at`,
    },
  ],
})

const ofAccounts = sweep({
  table: 'payout_accounts',
  keys: ['store_id', 'sandbox', 'currency'],
  rows: PAYOUTS,
  facts: `SELECT a.*, a.currency AS order_id, ${netOf('a', 'a.paid_position', 'c.position')} AS net,
      c.position AS reckoned,
      (SELECT (x.to_position, x.created_at) FROM payouts x WHERE x.store_id = a.store_id
        AND x.sandbox = a.sandbox AND x.currency = a.currency
        ORDER BY x.to_position DESC LIMIT 1) IS DISTINCT FROM CASE WHEN a.paid_position > 0
          THEN (a.paid_position, a.paid_at) END AS leap
    FROM batch a LEFT JOIN LATERAL (SELECT * FROM payout_calendars c
      WHERE c.store_id = a.store_id AND c.sandbox = a.sandbox) c ON true`,
  checks: [
    {
      invariant: 'A9',
      title: 'the carried amount is what came since the last payout, and is not above zero',
      broken: 'f.carried <> f.net OR f.carried > 0',
    },
    { invariant: 'A9', title: 'an account names its last payout', broken: 'f.leap' },
    {
      invariant: 'A14',
      title: 'an account has a calendar',
      broken: 'f.reckoned IS NULL',
    },
  ],
})

/** As in an order's chain; the mode takes the place of the order. */
const ENTRY_TEXT = `concat_ws('|', lag(n.hash, 1, '') OVER w, n.store_id,
  CASE WHEN n.sandbox THEN 'sandbox' ELSE 'live' END, n.sequence, n.kind, n.effect_id, n.currency,
  to_char(n.created_at AT TIME ZONE 'UTC', ${MICROS}), p.moved, n.content_hash)`

const CHAIN = `SELECT count(*) AS entries,
    coalesce(bool_or(e.rewritten OR e.unchained OR e.gap), false) AS broken_chain,
    coalesce(max(e.sequence), 0) AS last_sequence,
    coalesce((array_agg(e.hash ORDER BY e.sequence DESC))[1], '') AS last_hash
  FROM (
    SELECT n.sequence, n.hash,
      n.hash IS DISTINCT FROM encode(sha256(convert_to(${ENTRY_TEXT}, 'UTF8')), 'hex')
        AS rewritten,
      n.previous_hash <> lag(n.hash, 1, '') OVER w AS unchained,
      n.sequence <> row_number() OVER w AS gap
    FROM store_entries n CROSS JOIN LATERAL (
      SELECT string_agg(p.number || ':' || p.debit || '>' || p.credit || ':' || p.amount,
          ',' ORDER BY p.number) AS moved
      FROM store_postings p WHERE p.store_id = n.store_id AND p.sandbox = n.sandbox
        AND p.sequence = n.sequence) p
    WHERE n.store_id = c.store_id AND n.sandbox = c.sandbox
    WINDOW w AS (ORDER BY n.sequence)) e`

const mode = (row: string): string => `CASE WHEN ${row}.sandbox THEN 'sandbox' ELSE 'live' END`

const ofCalendars = sweep({
  table: 'payout_calendars',
  keys: ['store_id', 'sandbox'],
  rows: ORDERS,
  facts: `SELECT c.*, ${mode('c')} AS order_id, n.*,
      (SELECT true FROM stores s WHERE s.id = c.store_id) AS has_store,
      coalesce((SELECT s.position FROM event_streams s
        WHERE s.store_id = c.store_id AND s.sandbox = c.sandbox), 0) AS stream_end,
      (SELECT count(*) FROM payouts p WHERE p.store_id = c.store_id AND p.sandbox = c.sandbox
        AND p.status = 'paid') AS payouts,
      (SELECT count(*) FROM settlement_lines l WHERE l.store_id = c.store_id
        AND l.order_id IS NULL AND l.sandbox = c.sandbox) AS lines,
      EXISTS (SELECT 1 FROM payouts p WHERE p.store_id = c.store_id AND p.sandbox = c.sandbox
        AND NOT EXISTS (SELECT 1 FROM payout_accounts a WHERE a.store_id = p.store_id
          AND a.sandbox = p.sandbox AND a.currency = p.currency)) AS unaccounted
    FROM batch c CROSS JOIN LATERAL (${CHAIN}) n`,
  checks: [
    { invariant: 'A13', title: 'the store’s own hash chain verifies', broken: 'f.broken_chain' },
    {
      invariant: 'A13',
      title: 'the calendar has the hash at the end of the store’s own chain',
      broken: '(f.ledger_sequence, f.ledger_head) <> (f.last_sequence, f.last_hash)',
    },
    {
      invariant: 'A9',
      title:
        'entries and lines of no order are as many as paid payouts, each currency has its account',
      broken: 'f.entries <> f.payouts OR f.lines <> f.payouts OR f.unaccounted',
    },
    {
      invariant: 'A9',
      title: 'no event is counted before it has its place',
      broken: 'f.position > f.stream_end',
    },
    { invariant: 'A14', title: 'a calendar belongs to a store', broken: 'f.has_store IS NULL' },
  ],
})

const belongs = (to: string, title: string, same: string): Check => ({
  invariant: 'A14',
  title,
  broken: `(SELECT true FROM ${to} x WHERE x.store_id = f.store_id AND x.sandbox = f.sandbox
    ${same}) IS NULL`,
})

const ofRows = (table: string, further: readonly string[], check: Check): Sweep =>
  sweep({
    table,
    keys: ['store_id', 'sandbox', 'sequence', ...further],
    rows: ROWS,
    facts: `SELECT r.*, r.sequence::text AS order_id FROM batch r`,
    checks: [check],
  })

export const payoutSweeps: readonly Sweep[] = [
  ofPayouts,
  ofWaiting,
  ofAccounts,
  ofCalendars,
  ofRows(
    'store_entries',
    [],
    belongs('payout_calendars', 'an entry of no order belongs to a calendar', ''),
  ),
  ofRows(
    'store_postings',
    ['number'],
    belongs(
      'store_entries',
      'a posting of no order belongs to an entry',
      'AND x.sequence = f.sequence',
    ),
  ),
]
