/**
 * The store's settlement and costs (A9), from the rows, the ledger and the lines. Written from
 * contract §9 and the ledger's table, not from the code that maintains them.
 */
import { type Check, ORDERS, sweep } from './check.ts'

/** A condition for the rows of the order `o`. */
const ofOrder = (alias: string): string =>
  `${alias}.store_id = o.store_id AND ${alias}.order_id = o.id`

const ROWS_OF_ORDER = `SELECT (SELECT count(*) FROM captures k WHERE ${ofOrder('k')}) AS captures,
    (SELECT coalesce(sum(k.amount), 0) FROM captures k WHERE ${ofOrder('k')}) AS c,
    (SELECT coalesce(sum(r.from_captures), 0) FROM refunds r WHERE ${ofOrder('r')}) AS rc,
    (SELECT coalesce(sum((each ->> 'amount')::bigint), 0)
      FROM order_details d CROSS JOIN jsonb_array_elements(d.offer -> 'discounts') each
      WHERE ${ofOrder('d')}) AS offered`

/** An entry's credits minus debits of an account. */
const moved = (account: string): string =>
  `coalesce(sum(CASE WHEN p.credit = '${account}' THEN p.amount
    WHEN p.debit = '${account}' THEN -p.amount END), 0)`

const BOOKED = `SELECT ${moved('store_payable')} AS payable, ${moved('store_fee_income')} AS fee,
    ${moved('campaign_income')} AS cost
  FROM ledger_postings p WHERE ${ofOrder('p')}`

/** The expected lines of an entry: of the operation itself, of the fee, of the campaigns. */
const WANTED = `SELECT n.sequence, n.effect_id, n.currency, n.created_at, w.type, w.amount, w.net
  FROM ledger_entries n
    CROSS JOIN LATERAL (
      SELECT ${moved('store_payable')} AS payable, ${moved('store_fee_income')} AS fee,
        ${moved('campaign_income')} AS cost,
        coalesce(sum(p.amount) FILTER (WHERE p.debit = 'uncaptured' OR p.debit = 'store_payable'
          AND p.credit NOT IN ('store_fee_income', 'campaign_income')), 0) AS amount
      FROM ledger_postings p WHERE ${ofOrder('p')} AND p.sequence = n.sequence) b
    CROSS JOIN LATERAL (VALUES (n.kind, b.amount, b.payable + b.fee + b.cost),
      ('fee', abs(b.fee), -b.fee), ('campaign_cost', abs(b.cost), -b.cost)) w (type, amount, net)
  WHERE ${ofOrder('n')} AND n.kind <> 'confirm' AND w.amount <> 0`

/**
 * The object of the event with that sequence; by its key, so that long histories take no longer.
 */
const effectAt = (sequence: string): string =>
  `(SELECT e.data ->> 'effect_id' FROM events e WHERE ${ofOrder('e')} AND e.sequence = ${sequence})`

const LINES = `SELECT coalesce(sum(l.net), 0) AS lines_net,
    count(*) FILTER (WHERE (w.amount, w.net, w.effect_id, w.currency, w.created_at, o.sandbox)
      IS DISTINCT FROM (l.amount, l.net, l.effect_id, l.currency, l.created_at, l.sandbox)
      OR ${effectAt('l.event_sequence')} IS DISTINCT FROM l.effect_id
      OR ${effectAt('l.event_sequence - 1')} = l.effect_id) AS lines_uneven
  FROM (${WANTED}) w
    FULL JOIN (SELECT * FROM settlement_lines l WHERE ${ofOrder('l')}) l
    ON l.ledger_sequence = w.sequence AND l.type = w.type`

const FACTS = `SELECT o.*, o.id AS order_id, r.*, b.*, l.*,
    CASE WHEN o.state <> 'confirmed' THEN 0 WHEN o.fees_on_refund = 'keep' THEN r.c
      ELSE r.c - r.rc END AS base,
    CASE WHEN o.state = 'confirmed' THEN r.captures ELSE 0 END AS charged,
    CASE WHEN o.state = 'confirmed' THEN r.c - r.rc ELSE 0 END AS retained
  FROM batch o CROSS JOIN LATERAL (${ROWS_OF_ORDER}) r CROSS JOIN LATERAL (${BOOKED}) b
    CROSS JOIN LATERAL (${LINES}) l`

/** Half to even, for whole numbers that are not negative. */
export const halfEven = (over: string, under: string): string =>
  `CASE WHEN 2 * mod(${over}, ${under}) = ${under}
    THEN div(${over}, ${under}) + mod(div(${over}, ${under}), 2)
    ELSE div(2 * ${over} + ${under}, 2 * ${under}) END`

const checks: readonly Check[] = [
  {
    invariant: 'A9',
    title: 'the store’s fee = its share + the fixed part of each capture, 0 once cancelled',
    broken: `f.fee <> f.fee_fixed * f.charged
      + ${halfEven('(f.base::numeric * f.fee_rate)', '10000::numeric')}`,
  },
  {
    invariant: 'A9',
    title: 'the campaigns cost the share of what was captured and kept, 0 once cancelled',
    broken: `f.cost <>
      ${halfEven('(f.campaign_cost::numeric * f.retained)', 'f.approved_amount::numeric')}`,
  },
  {
    invariant: 'A9',
    title: 'the cost of campaigns is the interest that the signed offer saves, or zero',
    broken: 'f.campaign_cost NOT IN (0, f.offered)',
  },
  {
    invariant: 'A9',
    title: 'the order has its captures, and the booked parts of its fee and its campaigns',
    broken: `(f.capture_count, f.fee_booked, f.campaign_cost_booked)
      IS DISTINCT FROM (f.captures, f.fee, f.cost)`,
  },
  {
    invariant: 'A9',
    title: 'each entry has a line for its effect and for each cost, and nothing else has',
    broken: 'f.lines_uneven > 0',
  },
  {
    invariant: 'A9',
    title: 'the lines of an order sum to what the store is owed for it',
    broken: 'f.lines_net <> f.payable',
  },
]

export const settlementSweep = sweep({
  table: 'orders',
  keys: ['store_id', 'id'],
  rows: ORDERS,
  facts: FACTS,
  checks,
})
