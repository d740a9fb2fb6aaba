/**
 * The auditor: proves the invariants of orders and ledger with SQL of its own. It shares no rule
 * with the service, so that a mistake there is not repeated here. It reads only, in batches, and
 * may run while the service works.
 */
import type { Reader, Row } from '../database/database.ts'
import type { Check } from './check.ts'
import { ORDER_QUERY, orderChecks } from './order-checks.ts'
import { CHAIN_QUERY, chainChecks, REFERENCE_QUERY, referenceChecks } from './row-checks.ts'
import { wholeChecks } from './whole-checks.ts'

/** A broken invariant: the first row that breaks it, and how many do. */
export type Finding = {
  readonly invariant: string
  readonly message: string
  readonly store_id: string
  readonly order_id: string
  readonly count: number
}

export type AuditReport = {
  readonly checked: { readonly orders: number; readonly entries: number }
  readonly checks: readonly { readonly invariant: string; readonly title: string }[]
  readonly findings: readonly Finding[]
}

/** Small enough that a statement stays far below the time limit. */
const BATCH = 1_000

const queries: readonly { readonly query: string; readonly checks: readonly Check[] }[] = [
  { query: ORDER_QUERY, checks: orderChecks },
  { query: CHAIN_QUERY, checks: chainChecks },
  { query: REFERENCE_QUERY, checks: referenceChecks },
]

export async function audit(reader: Reader): Promise<AuditReport> {
  const findings = new Map<string, Finding>()
  const find = ({ invariant, title }: { invariant: string; title: string }, row: Row) => {
    const known = findings.get(`${invariant} ${title}`)
    const { store_id, order_id } = known ?? row
    const count = (known?.count ?? 0) + 1
    findings.set(`${invariant} ${title}`, {
      invariant,
      message: `broken: ${title}`,
      store_id,
      order_id,
      count,
    })
  }
  let after = ['', '']
  let orders = 0
  for (;;) {
    const batch = await nextBatch(reader, after)
    if (batch === undefined) break
    orders += batch.orders
    for (const { query, checks } of queries) {
      for (const row of await reader.query(query, [...after, ...batch.last])) {
        const check = checks[row.number]
        if (check !== undefined) find(check, row)
      }
    }
    after = batch.last
  }
  for (const check of wholeChecks) {
    for (const row of await reader.query(`${check.query} ORDER BY 1, 2`, [])) find(check, row)
  }
  const [entries] = await reader.query('SELECT count(*) AS number FROM ledger_entries', [])
  const all = [...queries.flatMap(({ checks }) => checks), ...wholeChecks]
  return {
    checked: { orders, entries: entries?.number ?? 0 },
    checks: all.map(({ invariant, title }) => ({ invariant, title })),
    findings: [...findings.values()],
  }
}

/** The last order of the next batch, by store and id; undefined after the last one. */
async function nextBatch(
  reader: Reader,
  after: readonly string[],
): Promise<{ orders: number; last: string[] } | undefined> {
  const [row] = await reader.query(
    `SELECT count(*) AS orders, max(b.store_id) AS store_id,
       (array_agg(b.id ORDER BY b.store_id DESC, b.id DESC))[1] AS id
     FROM (SELECT store_id, id FROM orders WHERE (store_id, id) > ($1, $2) ORDER BY store_id,
       id LIMIT $3) b`,
    [...after, BATCH],
  )
  if (row === undefined || row.orders === 0) return undefined
  return { orders: row.orders, last: [row.store_id, row.id] }
}
