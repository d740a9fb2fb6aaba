/** Amounts lent, decided, captured and refunded, summed over a span (record 0156). */
import { REVIEW } from '../../checkout/decisions/store.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { FigureScope } from '../spans/span.ts'

const within = (column: string) => `${column} >= $3 AND ${column} < $4`
const ofStore = (column: string) => `($2::text IS NULL OR ${column} = $2)`
const dayOf = (column: string) => `(${column} AT TIME ZONE $5)::date::text`

const valuesOf = ({ sandbox, storeId, start, end }: FigureScope) => [sandbox, storeId, start, end]
const inZone = (scope: FigureScope) => [...valuesOf(scope), scope.timeZone]

type Volume = {
  readonly day: string
  readonly currency: string
  readonly orders: number
  readonly amount: number
}
const VOLUME = computed<Volume>({
  day: dayOf('o.confirmed_at'),
  currency: 'o.currency',
  orders: 'count(*)',
  amount: 'sum(o.total_amount)::bigint',
})

/** Orders that were confirmed, by day. */
export const listVolume = (reader: Reader, scope: FigureScope): Promise<Volume[]> =>
  reader.search(
    select(
      VOLUME,
      `FROM orders o WHERE o.sandbox = $1 AND ${ofStore('o.store_id')}
         AND ${within('o.confirmed_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    inZone(scope),
  )

type Decided = {
  readonly day: string
  readonly decisions: number
  readonly accepted: number
  readonly checked: number
  readonly refused: number
  readonly overturned: number
  readonly approval_rate: number | null
}
const outcome = (name: string) => `count(*) FILTER (WHERE d.outcome = '${name}')`
const DECIDED = computed<Decided>({
  day: dayOf('d.created_at'),
  decisions: 'count(*)',
  accepted: outcome('accepted'),
  checked: outcome('checked'),
  refused: outcome('refused'),
  overturned: `count(*) FILTER (WHERE r.outcome = 'overturned')`,
  approval_rate: `round(10000.0 * ${outcome('accepted')} / count(*))::int`,
})

/** Decisions by day and outcome. */
export const listDecided = (reader: Reader, scope: FigureScope): Promise<Decided[]> =>
  reader.search(
    select(
      DECIDED,
      `FROM decisions d ${REVIEW} WHERE d.sandbox = $1 AND ${ofStore('d.store_id')}
         AND ${within('d.created_at')} GROUP BY 1 ORDER BY 1`,
    ),
    inZone(scope),
  )

type Refusal = { readonly reason: string; readonly named: number; readonly decisive: number }
const REFUSAL = computed<Refusal>({
  reason: `x.value ->> 'code'`,
  named: 'count(DISTINCT d.id)',
  decisive: `count(DISTINCT d.id) FILTER (WHERE x.value ->> 'effect' = 'refused'
    AND NOT (x.value ->> 'advisory')::boolean)`,
})

/** Reasons of refusals, the most frequent first. */
export const listRefusals = (reader: Reader, scope: FigureScope): Promise<Refusal[]> =>
  reader.search(
    select(
      REFUSAL,
      `FROM decisions d CROSS JOIN LATERAL jsonb_array_elements(d.reasons) x (value)
       WHERE d.sandbox = $1 AND ${ofStore('d.store_id')} AND ${within('d.created_at')}
         AND d.outcome = 'refused' GROUP BY 1 ORDER BY 2 DESC, 1`,
    ),
    valuesOf(scope),
  )

type Settled = {
  readonly store: StoreReference
  readonly currency: string
  readonly captured: number
  readonly refunded: number
}
const SETTLED = computed<Settled>({
  store: `json_build_object('id', s.id, 'name', s.name)`,
  currency: 'x.currency',
  captured: `coalesce(sum(x.amount) FILTER (WHERE x.type = 'capture'), 0)::bigint`,
  refunded: `coalesce(-sum(x.net) FILTER (WHERE x.type <> 'capture'), 0)::bigint`,
})
const TYPES = `('capture', 'refund', 'cancel')`

/**
 * Captured and refunded by store. Whole days of UTC are in the tallies (record 0096); those of a
 * store, and of one that is not counted yet, are added up from its lines.
 */
export const listSettled = (reader: Reader, scope: FigureScope): Promise<Settled[]> =>
  reader.search(
    select(
      SETTLED,
      `FROM (SELECT u.id, u.name, $2::text IS NULL AND EXISTS (SELECT 1 FROM tally_heads h
           WHERE h.store_id = u.id AND h.sandbox = $1 AND h.counted_at IS NOT NULL) AS counted
         FROM stores u WHERE ${ofStore('u.id')}) s
       CROSS JOIN LATERAL (
         SELECT t.currency, t.type, t.amount, t.net FROM line_tallies t
         WHERE s.counted AND t.store_id = s.id AND t.sandbox = $1 AND t.type IN ${TYPES}
           AND t.day >= ($3::timestamptz AT TIME ZONE 'UTC')::date
           AND t.day < ($4::timestamptz AT TIME ZONE 'UTC')::date
         UNION ALL
         SELECT l.currency, l.type, l.amount, l.net FROM settlement_lines l
         WHERE NOT s.counted AND l.store_id = s.id AND l.sandbox = $1 AND l.type IN ${TYPES}
           AND ${within('l.created_at')}) x
       GROUP BY s.id, s.name, x.currency ORDER BY 3 DESC, s.name, s.id, 2`,
    ),
    valuesOf(scope),
  )
