/**
 * The log of actions (decision 0063): who acted is there, what they did is of the log’s own list,
 * and a key is what the log says was made of it. In place of an order a finding names the object,
 * or the action.
 */
import { ROWS, sweep } from './check.ts'

const DONE = [
  ...['store.create', 'settings.change', 'notification_secret.rotate', 'secrets.rekey'],
  ...['api_key.create', 'api_key.rotate', 'api_key.revoke'],
  ...['lender_key.create', 'lender_key.revoke'],
  ...['session.start', 'session.step_up', 'session.end', 'factor.add', 'factor.remove'],
  ...['recovery_code.use', 'link.make', 'link.use'],
  ...['staff.invite', 'staff.change', 'staff.disable', 'staff.recover'],
  ...['webhook.create', 'webhook.change', 'webhook.rotate', 'webhook.delete'],
]

/** Ids begin with the second in which they were made. */
const MADE = `('x' || left(a.id, 8))::bit(32)::bigint`
/** A refusal is written with others of its minute, after its answer. */
const SECONDS_MAX = 300

const FACTS = `SELECT a.*, coalesce(a.object_id, a.id) AS order_id,
    a.store_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = a.store_id)
      AS storeless,
    (a.principal_kind IN ('store_key', 'lender_key')) <> (a.key_id IS NOT NULL)
      OR a.key_id IS NOT NULL AND (a.principal_id IS DISTINCT FROM a.key_id
        OR NOT CASE a.principal_kind WHEN 'lender_key'
          THEN EXISTS (SELECT 1 FROM lender_keys k WHERE k.id = a.key_id)
          ELSE EXISTS (SELECT 1 FROM api_keys k WHERE k.id = a.key_id
            AND k.store_id = coalesce(a.store_id, k.store_id)) END)
      OR a.principal_kind = 'lender_person' AND NOT EXISTS (SELECT 1 FROM staff_roles r
        WHERE r.staff_id = a.principal_id AND r.held_from <= a.at
          AND coalesce(r.held_until >= a.at, true))
      OR a.principal_kind = 'store_person' AND NOT EXISTS (SELECT 1 FROM store_members m
        WHERE m.staff_id = a.principal_id AND m.held_from <= a.at
          AND coalesce(m.held_until >= a.at, true))
      OR a.principal_kind = 'service' AND a.principal_id IS NOT NULL AS by_nobody,
    CASE a.object_kind WHEN 'api_key' THEN NOT EXISTS (SELECT 1 FROM api_keys k
        WHERE k.store_id = a.store_id AND k.id = a.object_id)
      WHEN 'webhook' THEN NOT EXISTS (SELECT 1 FROM webhook_endpoints w
        WHERE w.store_id = a.store_id AND w.id = a.object_id)
      WHEN 'lender_key' THEN a.store_id IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM lender_keys k WHERE k.id = a.object_id)
      WHEN 'staff' THEN NOT EXISTS (SELECT 1 FROM staff p WHERE p.id = a.object_id)
      WHEN 'session' THEN NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = a.object_id)
      WHEN 'staff_link' THEN NOT EXISTS (SELECT 1 FROM staff_links l WHERE l.id = a.object_id)
      WHEN 'store' THEN a.object_id IS DISTINCT FROM a.store_id
      ELSE a.object_kind IS NOT NULL END AS of_nothing,
    a.id !~ '^[0-9a-f]{32}$' OR a.principal_kind <> 'service'
      AND abs(${MADE} - extract(epoch FROM a.at)) > ${SECONDS_MAX} AS misdated
  FROM batch a`

export const actionSweep = sweep({
  table: 'actions',
  keys: ['id'],
  since: 'id',
  rows: ROWS,
  facts: FACTS,
  checks: [
    {
      invariant: 'A14',
      title: 'an action is of somebody and something of its store',
      broken: 'f.storeless OR f.by_nobody OR f.of_nothing',
    },
    {
      invariant: 'A12',
      title: 'an action was done and is of the list, or was refused and says why',
      broken: `CASE f.outcome WHEN 'done' THEN f.action NOT IN (${DONE.map((name) => `'${name}'`)})
          OR f.refusal IS NOT NULL OR f.count <> 1
        WHEN 'refused' THEN f.action NOT IN ('authentication.fail', 'factor.refuse')
          OR f.refusal IS NULL OR f.count < 1
        ELSE true END`,
    },
    {
      invariant: 'A12',
      title: 'an action is noted when it happens',
      broken: 'f.misdated',
    },
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

/** Of the key `k`: whether it is another one than the log says, or one that the log should have. */
function unlogged(kind: string, store: string, fields: Readonly<Record<string, string>>): string {
  const otherwise = Object.entries(fields).map(
    ([field, value]) => `(l.created OR l.logged ? '${field}')
    AND coalesce(l.logged -> '${field}', 'null') <> coalesce(${value}, 'null')`,
  )
  // What the log says of it last, field by field.
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

export const KEY_UNLOGGED = unlogged('api_key', '= k.store_id', {
  kind: 'to_jsonb(k.kind)',
  ...BOUNDS,
})
export const LENDER_KEY_UNLOGGED = unlogged('lender_key', 'IS NULL', {
  owner: 'to_jsonb(k.owner_id)',
  ...BOUNDS,
})
