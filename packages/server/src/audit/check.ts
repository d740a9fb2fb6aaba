/** One invariant as a condition in SQL that is true where it is broken. */
export type Check = { readonly invariant: string; readonly title: string; readonly broken: string }

/** The orders of one statement: those after `$1, $2` up to `$3, $4`, by store and id. */
export const ORDERS_OF_BATCH = `o AS (
    SELECT * FROM orders WHERE (store_id, id) > ($1, $2) AND (store_id, id) <= ($3, $4))`

/**
 * A query whose rows are `store_id, order_id, number`: the number of the check that the order
 * breaks.
 */
export function listBroken(facts: string, checks: readonly Check[]): string {
  const rows = checks.map(({ broken }, number) => `(${number}, (${broken}))`)
  return `${facts}
    SELECT f.store_id, f.order_id, v.number
    FROM facts f CROSS JOIN LATERAL (VALUES ${rows.join(', ')}) v (number, broken)
    WHERE v.broken IS NOT FALSE ORDER BY f.store_id, f.order_id, v.number`
}
