/** Plants in what endpoints were told of a stream that is placed. */
import type { Plant } from './plant.ts'

const STORE = 'store_id = $1 AND $2::text IS NOT NULL'
const OF_ENDPOINT = `store_id = $1 AND endpoint_id = 'endpoint ' || $2`
const IN_MIDDLE = `${OF_ENDPOINT} AND position = 5`

/** An endpoint that is told of everything; of the order the first delivery waits. */
export const TOLD: readonly string[] = [
  `INSERT INTO webhook_endpoints (store_id, sandbox, id, url, version, secret, state, created_at)
   VALUES ($1, true, 'endpoint ' || $2, 'https://shop.example', 'v1', '', 'enabled', now())`,
  `INSERT INTO webhook_subscriptions (store_id, endpoint_id, from_position, enabled, created_at)
   VALUES ($1, 'endpoint ' || $2, 0, true, now())`,
  `INSERT INTO webhook_deliveries (store_id, endpoint_id, id, event_id, event_type, order_id,
     position, state, next_attempt_at, deadline, created_at)
   SELECT store_id, 'endpoint ' || $2, position, id, type, order_id, position,
     CASE position WHEN 1 THEN 'waiting' ELSE 'queued' END,
     CASE position WHEN 1 THEN now() END, now() + interval '75 hours', now()
   FROM events WHERE store_id = $1 AND position IS NOT NULL`,
]

const SUBSCRIBED = `INSERT INTO webhook_subscriptions
  (store_id, endpoint_id, from_position, enabled, types, created_at)
  VALUES ($1, 'endpoint ' || $2,`

const ATTEMPT = `INSERT INTO webhook_attempts
  (store_id, endpoint_id, delivery_id, number, started_at, duration_ms, status)
  VALUES ($1, 'endpoint ' || $2,`

/** It was attempted once, with that status, and settled. */
const settled = (state: string, status: number): readonly string[] => [
  `UPDATE webhook_deliveries SET state = '${state}', attempts = 1, tries = 1, settled_at = now(),
     next_attempt_at = NULL WHERE ${OF_ENDPOINT} AND position = 1`,
  `UPDATE webhook_deliveries SET state = 'waiting', next_attempt_at = now()
   WHERE ${OF_ENDPOINT} AND position = 2`,
  `${ATTEMPT} '1', 1, now(), 5, ${status})`,
]

/** Another endpoint's wish, which nothing fulfils. */
const CHANGED: readonly string[] = [
  `${SUBSCRIBED} 3, false, NULL, now())`,
  `${SUBSCRIBED} 5, true, ARRAY['order.refunded'], now())`,
  `UPDATE webhook_endpoints SET types = ARRAY['order.refunded'] WHERE ${STORE}`,
  `DELETE FROM webhook_deliveries WHERE ${OF_ENDPOINT}
   AND (position IN (4, 5) OR position > 5 AND event_type <> 'order.refunded')`,
]

/** What is sound, though not what it was at first. */
export const soundTellings: readonly { readonly name: string; readonly told: readonly string[] }[] =
  [
    { name: 'an endpoint that is told of everything', told: TOLD },
    { name: 'a delivery that arrived', told: [...TOLD, ...settled('delivered', 204)] },
    { name: 'a delivery that was given up', told: [...TOLD, ...settled('failed', 500)] },
    { name: 'an endpoint that was disabled and then took less', told: [...TOLD, ...CHANGED] },
    {
      name: 'an endpoint that was disabled before all was cancelled',
      told: [
        ...TOLD,
        `UPDATE webhook_deliveries SET state = 'cancelled', settled_at = now(),
           next_attempt_at = NULL WHERE ${OF_ENDPOINT} AND position = 1`,
        `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = 'store',
           disabled_at = now() WHERE ${STORE}`,
        `${SUBSCRIBED} 6, false, NULL, now())`,
        `DELETE FROM webhook_deliveries WHERE ${OF_ENDPOINT} AND position > 6`,
      ],
    },
    {
      name: 'what was missed, asked for later: behind what waits already',
      told: [
        ...TOLD,
        `UPDATE webhook_subscriptions SET enabled = false WHERE ${STORE}`,
        `${SUBSCRIBED} 4, true, NULL, now())`,
        `UPDATE webhook_deliveries SET state = 'queued', next_attempt_at = NULL,
           deadline = deadline + interval '1 hour' WHERE ${OF_ENDPOINT} AND position < 5`,
        `UPDATE webhook_deliveries SET state = 'waiting', next_attempt_at = now()
         WHERE ${IN_MIDDLE}`,
      ],
    },
    {
      name: 'one that was sent again by hand, and an example',
      told: [
        ...TOLD,
        `UPDATE webhook_deliveries SET state = 'waiting', next_attempt_at = now(),
           out_of_turn = true WHERE ${IN_MIDDLE}`,
        `INSERT INTO webhook_deliveries (store_id, endpoint_id, id, event_id, event_type,
           example_body, state, out_of_turn, next_attempt_at, deadline, created_at)
         VALUES ($1, 'endpoint ' || $2, 'example', 'example', 'order.captured', '{}', 'waiting',
           true, now(), now(), now())`,
      ],
    },
  ]

const broken: readonly Plant[] = [
  {
    name: 'an event that an endpoint was not told of',
    expected: ['A12'],
    statements: [`DELETE FROM webhook_deliveries WHERE ${IN_MIDDLE}`],
  },
  {
    name: 'an endpoint that was not told of what its later subscription names',
    expected: ['A12'],
    statements: [
      ...CHANGED,
      `DELETE FROM webhook_deliveries WHERE ${OF_ENDPOINT} AND position > 5`,
    ],
  },
  {
    name: 'an endpoint that was told while it was disabled',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_subscriptions SET enabled = false WHERE ${STORE}`,
      `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = 'store',
         disabled_at = now() WHERE ${STORE}`,
    ],
  },
  {
    name: 'a delivery of another type than its event',
    expected: ['A12'],
    statements: [`UPDATE webhook_deliveries SET event_type = 'order.lapsed' WHERE ${IN_MIDDLE}`],
  },
  {
    name: 'a delivery of another event than the one at its place',
    expected: ['A12'],
    statements: [`UPDATE webhook_deliveries SET event_id = 'other' WHERE ${IN_MIDDLE}`],
  },
  {
    name: 'a delivery whose event is of another order',
    expected: ['A12'],
    statements: [`UPDATE webhook_deliveries SET order_id = $2 || '!' WHERE ${IN_MIDDLE}`],
    found: '$2!',
  },
  {
    name: 'a delivery of a place that the stream does not have',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_deliveries SET position = 1000 WHERE ${OF_ENDPOINT} AND position = 5`,
    ],
  },
  {
    name: 'an attempt that is missing',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_deliveries SET attempts = 2, tries = 1 WHERE ${IN_MIDDLE}`,
      `${ATTEMPT} '5', 2, now(), 5, 500)`,
    ],
  },
  {
    name: 'more tries than attempts',
    expected: ['A12'],
    statements: [`UPDATE webhook_deliveries SET tries = 1 WHERE ${IN_MIDDLE}`],
  },
  {
    name: 'a delivery that arrived although no attempt succeeded',
    expected: ['A12'],
    statements: settled('delivered', 500),
  },
  {
    name: 'a delivery that waits for no moment',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_deliveries SET next_attempt_at = NULL WHERE ${OF_ENDPOINT}
         AND position = 1`,
    ],
  },
  {
    name: 'a delivery that is settled and still open',
    expected: ['A12'],
    statements: [`UPDATE webhook_deliveries SET settled_at = now() WHERE ${IN_MIDDLE}`],
  },
  {
    name: 'two deliveries of an order that wait at once',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_deliveries SET state = 'waiting', next_attempt_at = now()
       WHERE ${IN_MIDDLE}`,
    ],
  },
  {
    name: 'a delivery that waits before its turn',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_deliveries SET state = 'waiting', next_attempt_at = now()
       WHERE ${IN_MIDDLE}`,
      `UPDATE webhook_deliveries SET state = 'queued', next_attempt_at = NULL
       WHERE ${OF_ENDPOINT} AND position = 1`,
    ],
  },
  {
    name: 'deliveries that are queued behind nothing',
    expected: ['A12'],
    statements: [
      `UPDATE webhook_deliveries SET state = 'cancelled', settled_at = now(),
         next_attempt_at = NULL WHERE ${OF_ENDPOINT} AND position = 1`,
    ],
  },
  {
    name: 'a delivery sent by hand that is queued',
    expected: ['A12'],
    statements: [`UPDATE webhook_deliveries SET out_of_turn = true WHERE ${IN_MIDDLE}`],
  },
  {
    name: 'a delivery of an endpoint that does not exist',
    expected: ['A12', 'A14'],
    statements: [`UPDATE webhook_deliveries SET endpoint_id = 'nowhere' WHERE ${IN_MIDDLE}`],
  },
]

const ofEndpoints: readonly Plant[] = [
  {
    name: 'an attempt of no delivery',
    expected: ['A14'],
    statements: [`${ATTEMPT} 'none', 1, now(), 5, 500)`],
  },
  {
    name: 'an endpoint that is enabled against its last subscription',
    expected: ['A12'],
    statements: [`${SUBSCRIBED} 5, false, NULL, now())`],
  },
  {
    name: 'an endpoint that takes other types than its last subscription',
    expected: ['A12'],
    statements: [`UPDATE webhook_endpoints SET types = ARRAY['order.voided'] WHERE ${STORE}`],
  },
  {
    name: 'a subscription that begins beyond the end of the stream',
    expected: ['A12'],
    statements: [`${SUBSCRIBED} 1000, true, NULL, now())`],
  },
  {
    name: 'an endpoint of a store that does not exist',
    expected: ['A12', 'A14'],
    statements: [`UPDATE webhook_endpoints SET store_id = 'nowhere' WHERE ${STORE}`],
  },
].map((plant) => ({ ...plant, found: 'endpoint $2' }))

export const deliveryPlants: readonly Plant[] = [...broken, ...ofEndpoints].map((plant) => ({
  ...plant,
  statements: [...TOLD, ...plant.statements],
  from: 'sealed',
}))
