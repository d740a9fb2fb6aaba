/** Kept answers and their effects (A11), and the stores that they and the orders belong to. */
import { ROWS, type Sweep, sweep } from './check.ts'

const answers = sweep({
  table: 'idempotency_keys',
  keys: ['store_id', 'sandbox', 'key'],
  rows: ROWS,
  facts: `SELECT k.*,
      (SELECT o.sandbox FROM orders o WHERE o.store_id = k.store_id AND o.id = k.order_id)
        AS order_sandbox,
      coalesce((SELECT true FROM orders o WHERE o.id = k.order_id LIMIT 1), false)
        AS order_anywhere,
      (SELECT true FROM events e WHERE e.store_id = k.store_id AND e.order_id = k.order_id
        AND e.sequence = k.effect_sequence) AS has_effect,
      (SELECT true FROM stores s WHERE s.id = k.store_id) AS has_store
    FROM batch k`,
  checks: [
    {
      invariant: 'A11',
      title: 'a kept answer that names an order points at its effect',
      broken: `(f.order_id IS NULL) <> (f.effect_sequence IS NULL)
        OR f.order_id IS NOT NULL AND f.has_effect IS NULL
        AND (NOT f.order_anywhere OR f.order_sandbox IS NOT NULL)`,
    },
    {
      invariant: 'A14',
      title: 'a kept answer names an order of its store and mode',
      broken: 'f.order_anywhere AND f.order_sandbox IS DISTINCT FROM f.sandbox',
    },
    { invariant: 'A14', title: 'a kept answer belongs to a store', broken: 'f.has_store IS NULL' },
  ],
})

/** In the order of the effects, so that two keys of one stand side by side. */
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

/** In the order of the ids, so that an id used twice stands side by side. */
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

export const keySweeps: readonly Sweep[] = [answers, effects, ids]
