/**
 * Webhooks of the lender (A12, decisions 0149 and 0164): each that was subscribed at the position
 * of an action has a delivery for each of its events, in stores and above them, and for nothing
 * else. A finding names the event; above the stores that is the action itself.
 */
import { storeEventTypes } from '@svc/api'
import { ROWS, type Sweep, sweep } from './check.ts'

/** Events above the stores, by action: the type ends with the past tense of the verb. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  store: ['create', 'change', 'activate', 'suspend', 'resume', 'close'],
  terms: ['withdraw'],
  payout: ['propose', 'hold', 'release'],
  api_key: ['create', 'rotate', 'revoke'],
  person: ['block', 'unblock', 'merge', 'split', 'erase'],
  approval_policy: ['change'],
  approval: ['request', 'execute', 'decline', 'withdraw', 'expire', 'fail'],
  lender_key: ['create', 'rotate', 'revoke'],
  lender_webhook: ['create', 'change', 'rotate', 'disable', 'delete'],
  staff: ['invite', 'change', 'disable', 'recover'],
  job: ['fail'],
}
const IRREGULAR: Readonly<Record<string, string>> = {
  hold: 'held',
  split: 'split',
  withdraw: 'withdrawn',
}
const pastOf = (verb: string): string =>
  IRREGULAR[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)
export const OF_ACTIONS: readonly (readonly [action: string, type: string])[] = [
  ...Object.entries(VERBS).flatMap(([object, verbs]) =>
    verbs.map((verb) => [`${object}.${verb}`, `${object}.${pastOf(verb)}`] as const),
  ),
  ['terms.change', 'terms.planned'],
  ['terms.begin', 'terms.effective'],
  ['exposure_policy.change', 'policy.changed'],
  ['approval.announce_expiry', 'approval.expiring'],
  ['authentication.fail', 'security.sign_in_failed'],
  ['factor.add', 'security.factor_added'],
  ['factor.remove', 'security.factor_removed'],
  ['factor.refuse', 'security.factor_refused'],
  ['recovery_code.use', 'security.recovery_code_used'],
]
const among = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** As many positions for an action as it may have events. */
const STEP = 10_000
/** Without subscribers, nothing is read. */
const SOMEBODY = 'EXISTS (SELECT 1 FROM lender_endpoints)'

/** Whether a webhook lacks the event `id` of that type, caused by the placed action `a`. */
const undelivered = (id: string, type: string): string => `EXISTS (
    SELECT 1 FROM lender_streams t
      JOIN lender_endpoints w ON w.store_id = t.store_id AND w.sandbox = t.sandbox
      CROSS JOIN LATERAL (SELECT s.enabled, s.types FROM lender_subscriptions s
        WHERE s.store_id = w.store_id AND s.endpoint_id = w.id
          AND s.from_position <= a.place * ${STEP}
        ORDER BY s.from_position DESC LIMIT 1) s
    WHERE t.sandbox = (a.mode IS NOT DISTINCT FROM 'sandbox') AND t.position > a.place * ${STEP}
      AND s.enabled AND (s.types IS NULL OR ${type} = ANY (s.types))
      AND NOT EXISTS (SELECT 1 FROM lender_deliveries d
        WHERE d.store_id = w.store_id AND d.endpoint_id = w.id AND d.event_id = ${id}
          AND d.position > a.place * ${STEP} AND d.position < (a.place + 1) * ${STEP}))`

const title = 'each webhook of the lender that was subscribed has a delivery of the event'

const inStores = sweep({
  table: 'events',
  keys: ['store_id', 'id'],
  since: 'id',
  rows: ROWS,
  where: SOMEBODY,
  facts: `SELECT e.store_id, e.id, e.id AS order_id, e.batch_position, e.batch_end,
      (e.order_id IS NOT NULL OR e.type IN (${among(storeEventTypes)})) AND EXISTS (
        SELECT 1 FROM actions a WHERE a.id = e.action_id AND a.place IS NOT NULL
          AND a.store_id = e.store_id AND a.object_id = coalesce(e.order_id, e.subject)
          AND e.sandbox = (a.mode IS NOT DISTINCT FROM 'sandbox')
          AND ${undelivered('e.id', 'e.type')}) AS undelivered
    FROM batch e`,
  checks: [{ invariant: 'A12', title: `${title} in a store`, broken: 'f.undelivered' }],
})

const PAIRS = OF_ACTIONS.map((each) => `(${among(each)})`).join(', ')
const TYPE = `(SELECT o.type FROM (VALUES ${PAIRS}) o (action, type) WHERE o.action = a.action)`

const aboveStores = sweep({
  table: 'actions',
  keys: ['id'],
  since: 'id',
  rows: ROWS,
  where: `${SOMEBODY} AND place IS NOT NULL
    AND action IN (${among(OF_ACTIONS.map(([action]) => action))})`,
  facts: `SELECT coalesce(a.store_id, '') AS store_id, a.id, a.id AS order_id, a.batch_position,
      a.batch_end, ${undelivered('a.id', TYPE)} AS undelivered
    FROM batch a`,
  checks: [{ invariant: 'A12', title: `${title} above the stores`, broken: 'f.undelivered' }],
})

const wants = (row: string): string =>
  `(${row}.enabled AND (${row}.types IS NULL OR d.event_type = ANY (${row}.types)))`
const OF_WEBHOOK = 's.store_id = d.store_id AND s.endpoint_id = d.endpoint_id'

/** Real events: each is found by its position, never by scanning all of an endpoint. */
const surplus = sweep({
  table: 'lender_deliveries',
  keys: ['store_id', 'endpoint_id', 'id'],
  rows: ROWS,
  where: 'position IS NOT NULL',
  facts: `SELECT d.store_id, d.endpoint_id, d.id, d.event_id AS order_id,
      d.batch_position, d.batch_end,
      NOT EXISTS (SELECT 1 FROM actions a
        WHERE coalesce(a.mode, 'live') = CASE WHEN w.sandbox THEN 'sandbox' ELSE 'live' END
          AND a.place = d.position / ${STEP}
          AND (d.order_id IS NULL AND (d.event_id, d.event_type) = (a.id, ${TYPE})
            OR EXISTS (SELECT 1 FROM events e WHERE e.store_id = a.store_id AND e.id = d.event_id
              AND e.action_id = a.id AND e.type = d.event_type
              AND e.order_id IS NOT DISTINCT FROM d.order_id))) AS of_another,
      (SELECT ${wants('s')} FROM lender_subscriptions s
        WHERE ${OF_WEBHOOK} AND s.from_position < d.position
        ORDER BY s.from_position DESC LIMIT 1) IS NOT TRUE
        AND NOT EXISTS (SELECT 1 FROM lender_subscriptions s
          WHERE ${OF_WEBHOOK} AND s.from_position >= d.position
            AND (${wants('s')} OR s.created_at >= d.created_at)) AS unwanted,
      EXISTS (SELECT 1 FROM lender_deliveries o WHERE o.store_id = d.store_id
        AND o.endpoint_id = d.endpoint_id AND o.id <> d.id AND o.event_id = d.event_id
        AND o.position / ${STEP} = d.position / ${STEP}
        AND o.position BETWEEN d.position - ${STEP} AND d.position + ${STEP}) AS doubled
    FROM batch d LEFT JOIN lender_endpoints w ON w.store_id = d.store_id AND w.id = d.endpoint_id`,
  checks: [
    {
      invariant: 'A12',
      title: 'a delivery to the lender has the event at its place, in its mode',
      broken: 'f.of_another',
    },
    {
      invariant: 'A12',
      title: 'no webhook of the lender gets an event that it was never subscribed to',
      broken: 'f.unwanted',
    },
    {
      invariant: 'A12',
      title: 'no webhook of the lender gets an event twice',
      broken: 'f.doubled',
    },
  ],
})

export const lenderEventSweeps: readonly Sweep[] = [inStores, aboveStores, surplus]
