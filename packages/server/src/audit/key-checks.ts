/** Stored answers and their effects (A11), keys, and the stores that they and orders belong to. */
import { ROWS, type Sweep, sweep, type WholeCheck } from './check.ts'

/** The id that an answer begins with, if it is one of ours. */
const ANSWERED = `substring(k.body FROM '^\\{(?:"[a-z_]+":[^,{\\[]*,)*"id":"([0-9a-f]{32})"')`

/** For people, and for lender keys: their answers may refer to any store. */
const OF_PRINCIPAL = `(k.store_id ~ '^(lender_(key|person)|store_person)/')`

/** The hash of an answer in the first event of its effect (`database/once.ts`). */
const ANSWER_TEXT = [
  ...['k.key', 'k.request_hash', 'k.status::text', `coalesce(k.location, '')`],
  `to_char(k.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  `CASE WHEN left(k.body, 1) = '{' THEN k.body ELSE '' END`,
]
  .map((part) => `${part} || E'\\n'`)
  .join(' || ')

const answers = sweep({
  table: 'idempotency_keys',
  keys: ['store_id', 'sandbox', 'key'],
  since: 'order',
  rows: ROWS,
  facts: `SELECT k.store_id, k.sandbox, k.key, k.batch_position, k.batch_end,
      coalesce(k.order_id, k.key) AS order_id, k.order_id AS effect_order, k.effect_sequence,
      k.effect_id, k.request_hash, k.status, k.body, k.location, ${ANSWERED} AS answered,
      (SELECT o.sandbox FROM orders o WHERE o.store_id = w.id AND o.id = k.order_id)
        AS order_sandbox,
      coalesce((SELECT true FROM orders o WHERE o.id = k.order_id LIMIT 1), false)
        AS order_anywhere,
      (SELECT e.data ->> 'effect_id' FROM events e WHERE e.store_id = w.id
        AND e.order_id = k.order_id AND e.sequence = k.effect_sequence) AS effect,
      (SELECT e.data ->> 'answer_hash' <> encode(sha256(convert_to(${ANSWER_TEXT}, 'UTF8')), 'hex')
        FROM events e WHERE e.store_id = w.id
        AND e.order_id = k.order_id AND e.sequence = k.effect_sequence) AS rewritten,
      coalesce((SELECT b.data ->> 'effect_id' = e.data ->> 'effect_id' FROM events e
          JOIN events b ON b.store_id = e.store_id AND b.order_id = e.order_id
            AND b.sequence = e.sequence - 1
        WHERE e.store_id = w.id AND e.order_id = k.order_id
          AND e.sequence = k.effect_sequence), false) AS points_behind,
      (SELECT true FROM stores s WHERE s.id = k.store_id) AS has_store
    FROM batch k CROSS JOIN LATERAL (SELECT CASE WHEN ${OF_PRINCIPAL} THEN
      (SELECT o.store_id FROM orders o WHERE o.id = k.order_id) ELSE k.store_id END AS id) w`,
  checks: [
    {
      invariant: 'A11',
      title: 'a stored answer that names an order points at its effect, from its first event on',
      broken: `(f.effect_order IS NULL) <> (f.effect_sequence IS NULL) OR f.points_behind
        OR f.effect_order IS NOT NULL AND f.effect IS NULL
          AND (NOT f.order_anywhere OR f.order_sandbox IS NOT NULL)
        OR f.effect_id IS DISTINCT FROM f.effect AND f.order_sandbox IS NOT NULL`,
    },
    {
      invariant: 'A11',
      title:
        'a stored answer has its request, and what it says was made is its order or its effect',
      broken: `f.request_hash !~ '^([0-9a-f]{64}|[A-Za-z0-9_.-]{43,})$'
        OR coalesce(f.answered NOT IN (f.effect_order, f.effect), false) AND NOT EXISTS (
          SELECT 1 FROM approvals p WHERE p.id = f.answered AND p.status = 'executed')`,
    },
    {
      invariant: 'A11',
      title: 'an answer without a body is 204, and a created object is at its address',
      broken: `(f.status = 204) <> (f.body IS NULL)
        OR f.location IS NOT NULL AND f.status NOT IN (201, 202)
        OR coalesce(position(f.effect_order IN f.location) = 0, false)`,
    },
    {
      invariant: 'A11',
      title: 'a stored answer is the one that its event has hashed',
      broken: 'coalesce(f.rewritten, false)',
    },
    {
      invariant: 'A14',
      title: 'a stored answer names an order of its store and mode',
      broken: 'f.order_anywhere AND f.order_sandbox IS DISTINCT FROM f.sandbox',
    },
    {
      invariant: 'A14',
      title: 'a stored answer belongs to a store, a person or a key of the lender',
      broken: `f.has_store IS NULL AND NOT ${OF_PRINCIPAL.replace('k.', 'f.')}`,
    },
  ],
})

/** In the order of the effects, so that two keys of one are adjacent. */
const effects = sweep({
  table: 'idempotency_keys',
  keys: ['store_id', 'order_id', 'effect_sequence', 'sandbox', 'key'],
  rows: ROWS,
  where: 'order_id IS NOT NULL AND effect_sequence IS NOT NULL',
  facts: `SELECT k.*, coalesce(lag(k.store_id, 1, $1) OVER w = k.store_id
      AND lag(k.order_id, 1, $2) OVER w = k.order_id
      AND lag(k.effect_sequence, 1, $3) OVER w = k.effect_sequence, false) AS doubled
    FROM batch k WINDOW w AS (ORDER BY k.batch_position)`,
  checks: [{ invariant: 'A11', title: 'an effect has at most one key', broken: 'f.doubled' }],
})

/** In the order of the ids, so that an id used twice is adjacent. */
const ids = sweep({
  table: 'orders',
  keys: ['id', 'store_id'],
  rows: ROWS,
  facts: `SELECT o.*, o.id AS order_id, lag(o.id, 1, $1) OVER w = o.id AS doubled,
      (SELECT true FROM stores s WHERE s.id = o.store_id) AS has_store
    FROM batch o WINDOW w AS (ORDER BY o.batch_position)`,
  checks: [
    { invariant: 'A14', title: 'an order id belongs to one store', broken: 'f.doubled' },
    { invariant: 'A14', title: 'an order belongs to a store', broken: 'f.has_store IS NULL' },
  ],
})

const moment = (column: string): string =>
  `to_jsonb(to_char(k.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
const BOUNDS: Readonly<Record<string, string>> = {
  scopes: 'to_jsonb(k.scopes)',
  mode: 'to_jsonb(k.mode)',
  addresses: 'to_jsonb(k.addresses)',
  maker: 'to_jsonb(k.maker_id)',
  expires_at: moment('expires_at'),
  revoked_at: moment('revoked_at'),
}

/** For the key `k`: whether it differs from the log, or is missing in it. */
function unlogged(kind: string, store: string, fields: Readonly<Record<string, string>>): string {
  const otherwise = Object.entries(fields).map(
    ([field, value]) => `(l.created OR l.logged ? '${field}')
    AND coalesce(l.logged -> '${field}', 'null') <> coalesce(${value}, 'null')`,
  )
  // The latest values in the log, field by field.
  return `(SELECT ${otherwise.join(' OR ')} OR NOT l.created
  FROM (SELECT coalesce(jsonb_object_agg(x.field, x.value), '{}') AS logged,
      coalesce(bool_or(x.created), false) AS created
    FROM (SELECT DISTINCT ON (c.key) c.key AS field, c.value -> 'new' AS value,
        bool_or(a.action = '${kind}.create') OVER () AS created
      FROM actions a CROSS JOIN LATERAL jsonb_each(a.changes) c
      WHERE (a.object_kind, a.object_id) = ('${kind}', k.id) AND a.store_id ${store}
        AND a.outcome = 'done'
      ORDER BY c.key, a.at DESC, a.id DESC) x) l)`
}

const KEY_UNLOGGED = unlogged('api_key', '= k.store_id', {
  kind: 'to_jsonb(k.kind)',
  ...BOUNDS,
})
const LENDER_KEY_UNLOGGED = unlogged('lender_key', 'IS NULL', {
  owner: 'to_jsonb(k.owner_id)',
  ...BOUNDS,
})

const SHA256 = `encode(sha256(convert_to(f.public_key, 'UTF8')), 'hex')`
const HINT = `left(f.public_key, 7) || '…' || right(f.public_key, 4)`

/**
 * Only the hash of a private key is stored. It covers the prefix, which contains the kind, and a
 * key used as another kind is rejected (http/authenticate.ts).
 */
const apiKeys = sweep({
  table: 'api_keys',
  keys: ['store_id', 'id'],
  rows: ROWS,
  facts: `SELECT k.*, k.id AS order_id, ${KEY_UNLOGGED} AS unlogged FROM batch k`,
  checks: [
    {
      invariant: 'A14',
      title: 'a key has the kind of its prefix, and a public one has its own hash',
      broken: `f.hint IS NOT NULL AND (f.kind = 'public') <> (f.public_key IS NOT NULL)
        OR coalesce(left(f.hint, 3) <> CASE f.kind WHEN 'private' THEN 'sk_' ELSE 'pk_' END, false)
        OR f.public_key IS NOT NULL AND (f.kind <> 'public' OR f.hash <> ${SHA256}
          OR f.hint IS DISTINCT FROM ${HINT})
        OR f.hash !~ '^[0-9a-f]{64}$'`,
    },
    {
      invariant: 'A14',
      title: 'the rights and the end of a key are those in the log of actions',
      broken: 'f.unlogged',
    },
  ],
})

const lenderKeys = sweep({
  table: 'lender_keys',
  keys: ['id'],
  rows: ROWS,
  facts: `SELECT k.*, NULL::text AS store_id, k.id AS order_id, ${LENDER_KEY_UNLOGGED} AS unlogged
    FROM batch k`,
  checks: [
    {
      invariant: 'A14',
      title: 'a key of the lender has a mode, an end within a year, and in live mode addresses',
      broken: `f.hash !~ '^[0-9a-f]{64}$' OR f.hint !~ '^lk_[a-z2-7]{4}…[a-z2-7]{4}$'
        OR f.expires_at > f.created_at + interval '8760 hours'
        OR f.mode = 'live' AND f.addresses IS NULL`,
    },
    {
      invariant: 'A14',
      title: 'the rights and the end of a lender’s key are those in the log of actions',
      broken: 'f.unlogged',
    },
  ],
})

export const keySweeps: readonly Sweep[] = [answers, effects, ids, apiKeys, lenderKeys]

export const keyChecks: readonly WholeCheck[] = [
  {
    invariant: 'L16',
    title: 'a rotated key of the lender has the rights of the one before it, and ends no later',
    query: `SELECT '' AS store_id, k.id AS order_id FROM actions a
        JOIN lender_keys o ON o.id = a.object_id
        JOIN lender_keys k ON k.id = a.changes #>> '{successor,new}'
      WHERE a.action = 'lender_key.rotate' AND a.outcome = 'done' AND (
        (k.name, k.mode, k.scopes, k.addresses)
          IS DISTINCT FROM (o.name, o.mode, o.scopes, o.addresses)
        OR k.expires_at > coalesce((a.changes #>> '{expires_at,old}')::timestamptz, o.expires_at))`,
  },
]
