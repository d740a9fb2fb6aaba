// Deliveries are found by the index for them, whatever the planner believes about the rest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Statement, Transaction } from '../../platform/database/database.ts'
import { createReader } from '../../platform/database/reader.ts'
import { countDue } from './backlog.ts'
import { findNextAttempt, listDueEndpointsOf } from './list-store.ts'
import { listDueEndpoints, lockDue, lockNext, lockOpenLines } from './store.ts'

const place = ownDatabase()

class Undone extends Error {}

type Ask = (tx: Transaction) => Promise<unknown>

/** The plans of its statements after these changes, which are undone. */
async function plansAfter(changes: readonly string[], ask: Ask): Promise<string[]> {
  const statements: Statement[] = []
  const reader = createReader(async (statement) => {
    statements.push(statement)
    return []
  })
  await ask({ ...reader, commit: () => assert.fail('nothing is written') })
  const plans: string[] = []
  const tried = place.database.transaction(null, async (tx) => {
    for (const change of ['SET LOCAL enable_seqscan = off', ...changes]) await tx.query(change, [])
    for (const { text, values } of statements) {
      const rows = await tx.query(`EXPLAIN ${text}`, values)
      plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'))
    }
    throw new Undone()
  })
  await assert.rejects(tried, Undone)
  assert.ok(plans.length > 0)
  return plans
}

const now = new Date()
const key = { storeId: 'store', sandbox: true }
const all = { owners: 'stores' } as const
const lines = [{ endpointId: 'endpoint', orderId: 'order' }]
const rooms = [{ endpointId: 'endpoint', room: 32 }]
const claim: Ask = (tx) => lockDue(tx, { ...all, now, real: now, rooms })

const due: Readonly<Record<string, Ask>> = {
  listDueEndpoints: (tx) => listDueEndpoints(tx, { ...all, now, after: '', limit: 10 }),
  lockDue: claim,
  listDueEndpointsOf: (tx) => listDueEndpointsOf(tx, key, now),
  findNextAttempt: (tx) => findNextAttempt(tx, key, now),
  countDue: (tx) => countDue(tx, now, 'stores'),
}

for (const [name, ask] of Object.entries(due)) {
  test(`${name}: open deliveries that are not due are not even scanned`, async () => {
    for (const plan of await plansAfter(['DROP INDEX webhook_deliveries_next'], ask)) {
      assert.match(plan, /webhook_deliveries/)
      assert.doesNotMatch(plan, /webhook_deliveries_open/)
    }
  })
}

const lookUps: Readonly<Record<string, { readonly ask: Ask; readonly by: RegExp }>> = {
  'the event of a claimed delivery': { ask: claim, by: /events_pkey/ },
  'what is open of an order': {
    ask: (tx) => lockOpenLines(tx, key.storeId, lines),
    by: /webhook_deliveries_open/,
  },
  'the next of an order': {
    ask: (tx) => lockNext(tx, key.storeId, lines),
    by: /webhook_deliveries_open/,
  },
}

for (const [name, { ask, by }] of Object.entries(lookUps)) {
  test(`${name} is looked up by itself, however many the planner expects`, async () => {
    for (const plan of await plansAfter(['SET LOCAL enable_nestloop = off'], ask)) {
      assert.match(plan, by)
      assert.doesNotMatch(plan, /Hash|Merge/)
    }
  })
}
