/**
 * The recipients of an event (A12): each endpoint that was subscribed to it at its position, once,
 * and for one order one after the other. Without an order a finding names the endpoint.
 */
import { type Check, ORDERS, ROWS, type Sweep, sweep } from './check.ts'

/** A delivery and everything it is compared with. */
const DELIVERIES = 2_000
/** Instead of a store. */
const LENDER = 'lender'

const ofDelivery = (alias: string): string =>
  `${alias}.store_id = d.store_id AND ${alias}.endpoint_id = d.endpoint_id`

/**
 * The placed events of a batch that an endpoint did not receive. For each stream of the batch it
 * follows the subscriptions of its endpoints, so that its cost depends on the deliveries;
 * each step is limited, so that none is planned as a join of whole tables.
 */
export const UNSENT = `SELECT e.store_id, e.id FROM (
    SELECT store_id, sandbox, min(position) AS first, max(position) AS last FROM batch
    GROUP BY store_id, sandbox) t
  CROSS JOIN LATERAL (
    SELECT s.*, lead(s.from_position) OVER (
      PARTITION BY s.endpoint_id ORDER BY s.from_position) AS until
    FROM webhook_subscriptions s WHERE s.store_id = t.store_id AND t.sandbox = (
      SELECT w.sandbox FROM webhook_endpoints w
      WHERE w.store_id = s.store_id AND w.id = s.endpoint_id)) s
  CROSS JOIN LATERAL (
    SELECT e.store_id, e.id, e.type, e.position FROM events e
    WHERE e.store_id = t.store_id AND e.sandbox = t.sandbox
      AND e.position > greatest(s.from_position, t.first - 1)
      AND e.position <= least(s.until, t.last) ORDER BY e.position LIMIT ${ROWS}) e
  WHERE s.enabled AND (s.types IS NULL OR e.type = ANY (s.types)) AND (
    SELECT true FROM webhook_deliveries d WHERE d.store_id = e.store_id
      AND d.endpoint_id = s.endpoint_id AND d.position = e.position LIMIT 1) IS NULL`

/** The open deliveries of the delivery's order to its endpoint, in order. */
const LINE = `(SELECT h.id, h.state, h.position, h.deadline FROM webhook_deliveries h
  WHERE ${ofDelivery('h')} AND h.order_id = d.order_id AND h.state IN ('queued', 'waiting')
    AND NOT h.out_of_turn ORDER BY h.position OFFSET 0)`

const FACTS = `SELECT d.store_id, d.endpoint_id, d.id, d.batch_position, d.batch_end, d.state,
    coalesce(d.order_id, d.endpoint_id) AS order_id, d.position, d.attempts, d.tries,
    d.next_attempt_at, d.settled_at, d.example_body,
    w.sandbox IS NULL AS astray, w.state = 'enabled' AND d.order_id IS NOT NULL
      AND NOT d.out_of_turn AS in_turn,
    d.state = 'queued' AND (d.order_id IS NULL OR d.out_of_turn) AS queued_alone,
    (e.id, e.type) IS DISTINCT FROM (d.event_id, d.event_type)
      OR e.order_id IS DISTINCT FROM d.order_id AS of_another,
    (SELECT s.enabled AND (s.types IS NULL OR e.type = ANY (s.types))
      FROM webhook_subscriptions s WHERE ${ofDelivery('s')} AND s.from_position < d.position
      ORDER BY s.from_position DESC LIMIT 1) AS wanted,
    EXISTS (SELECT 1 FROM webhook_subscriptions s
      WHERE ${ofDelivery('s')} AND s.from_position >= d.position
        AND (s.enabled AND (s.types IS NULL OR e.type = ANY (s.types))
          OR s.created_at >= d.created_at)) AS wanted_later,
    (SELECT true FROM ${LINE} h WHERE h.state = 'waiting' LIMIT 1) AS has_head,
    d.state = 'waiting' AND EXISTS (SELECT 1 FROM ${LINE} h WHERE h.id <> d.id
      AND (h.state = 'waiting' OR h.position < d.position AND h.deadline <= d.deadline))
      AS before_its_turn,
    a.count AS stored, a.last, a.succeeded
  FROM batch d
    LEFT JOIN LATERAL (SELECT w.sandbox, w.state FROM webhook_endpoints w
      WHERE w.store_id = d.store_id AND w.id = d.endpoint_id LIMIT 1) w ON true
    LEFT JOIN LATERAL (SELECT e.id, e.type, e.order_id FROM events e
      WHERE e.store_id = d.store_id AND e.sandbox = w.sandbox AND e.position = d.position
      LIMIT 1) e ON true
    CROSS JOIN LATERAL (SELECT count(*) AS count, coalesce(max(a.number), 0) AS last,
        coalesce(bool_or(a.status BETWEEN 200 AND 299), false) AS succeeded
      FROM webhook_attempts a WHERE ${ofDelivery('a')} AND a.delivery_id = d.id) a`

const checks: readonly Check[] = [
  {
    invariant: 'A14',
    title: 'a delivery belongs to an endpoint of its store',
    broken: 'f.astray',
  },
  {
    invariant: 'A12',
    title: 'a delivery is of the event at its place, of that type and order, in its mode',
    broken: 'f.position IS NOT NULL AND f.of_another',
  },
  {
    // Missed events may have been recovered later, by a subscription that was replaced since.
    invariant: 'A12',
    title: 'no endpoint gets an event that it was never subscribed to',
    broken: 'f.position IS NOT NULL AND f.wanted IS NOT TRUE AND NOT f.wanted_later',
  },
  {
    invariant: 'A12',
    title: 'the attempts of a delivery are numbered from 1 without a gap',
    broken: 'f.stored <> f.attempts OR f.last <> f.attempts OR f.tries > f.attempts',
  },
  {
    invariant: 'A12',
    title: 'a delivery’s state agrees with its dates and its attempts',
    broken: `(f.state = 'waiting') <> (f.next_attempt_at IS NOT NULL)
      OR (f.state IN ('queued', 'waiting')) <> (f.settled_at IS NULL) OR f.queued_alone
      OR (f.position IS NULL) <> (f.example_body IS NOT NULL)
      OR f.state = 'delivered' AND NOT f.succeeded OR f.state = 'failed' AND f.attempts = 0`,
  },
  {
    invariant: 'A12',
    title: 'of an order one delivery waits, none before its turn, the others behind it',
    broken: `coalesce(f.in_turn AND (f.before_its_turn
      OR f.state = 'queued' AND f.has_head IS NULL), false)`,
  },
]

const deliveries = sweep({
  table: 'webhook_deliveries',
  keys: ['store_id', 'endpoint_id', 'id'],
  since: 'id',
  rows: DELIVERIES,
  facts: FACTS,
  checks,
})

/** Those of stores and those of the lender: the same columns. */
type Owner = 'webhook' | 'lender'
const STREAMS = { webhook: 'event_streams', lender: 'lender_streams' } as const

const attempts = (of: Owner) =>
  sweep({
    table: `${of}_attempts`,
    keys: ['store_id', 'endpoint_id', 'delivery_id', 'number'],
    ...(of === 'webhook' && { since: 'id' }),
    rows: ROWS,
    facts: `SELECT a.*, a.endpoint_id AS order_id,
      (SELECT true FROM ${of}_deliveries d WHERE d.store_id = a.store_id
        AND d.endpoint_id = a.endpoint_id AND d.id = a.delivery_id) AS has_delivery
    FROM batch a`,
    checks: [
      {
        invariant: 'A14',
        title: 'an attempt belongs to a delivery of its endpoint',
        broken: 'f.has_delivery IS NULL',
      },
    ],
  })

const endpoints = (of: Owner) =>
  sweep({
    table: `${of}_endpoints`,
    keys: ['store_id', 'id'],
    rows: ORDERS,
    facts: `SELECT w.*, w.id AS order_id,
      w.store_id = '${LENDER}' OR EXISTS (SELECT 1 FROM stores s WHERE s.id = w.store_id)
        AS has_owner,
      (SELECT s.enabled = (w.state = 'enabled')
          AND (NOT s.enabled OR s.types IS NOT DISTINCT FROM w.types)
        FROM ${of}_subscriptions s WHERE s.store_id = w.store_id AND s.endpoint_id = w.id
        ORDER BY s.from_position DESC LIMIT 1) AS as_subscribed
    FROM batch w`,
    checks: [
      {
        invariant: 'A14',
        title: 'an endpoint belongs to a store, or to the lender',
        broken: 'f.has_owner IS NOT TRUE',
      },
      {
        invariant: 'A12',
        title: 'an endpoint gets the types of its last subscription',
        broken: 'f.as_subscribed IS NOT TRUE',
      },
    ],
  })

const subscriptions = (of: Owner) =>
  sweep({
    table: `${of}_subscriptions`,
    keys: ['store_id', 'endpoint_id', 'from_position'],
    rows: ROWS,
    facts: `SELECT s.*, s.endpoint_id AS order_id, w.sandbox IS NULL AS astray,
      s.from_position > coalesce((SELECT t.position FROM ${STREAMS[of]} t
        WHERE t.store_id = s.store_id AND t.sandbox = w.sandbox), 0) AS beyond
    FROM batch s LEFT JOIN LATERAL (SELECT w.sandbox FROM ${of}_endpoints w
      WHERE w.store_id = s.store_id AND w.id = s.endpoint_id LIMIT 1) w ON true`,
    checks: [
      {
        invariant: 'A14',
        title: 'a subscription is of an endpoint of its store',
        broken: 'f.astray',
      },
      {
        invariant: 'A12',
        title: 'a subscription begins within its stream',
        broken: 'f.beyond AND NOT f.astray',
      },
    ],
  })

export const deliverySweeps: readonly Sweep[] = [
  deliveries,
  ...(['webhook', 'lender'] as const).flatMap((of) => [
    attempts(of),
    endpoints(of),
    subscriptions(of),
  ]),
]
