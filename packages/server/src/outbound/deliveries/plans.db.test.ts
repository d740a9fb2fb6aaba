// Due deliveries are found by an index of their own, whatever the planner believes about open ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Reader, Statement } from '../../platform/database/database.ts'
import { createReader } from '../../platform/database/reader.ts'
import { countDue } from './backlog.ts'
import { findNextAttempt, listDueEndpointsOf } from './list-store.ts'
import { listDueEndpoints, lockDue } from './store.ts'

const place = ownDatabase()

class Undone extends Error {}

/** The plan without an index of due deliveries, and without sequential scans. */
async function planWithoutIndex({ text, values }: Statement): Promise<string> {
  let plan = ''
  const tried = place.database.transaction(null, async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off', [])
    await tx.query('DROP INDEX webhook_deliveries_next', [])
    const rows = await tx.query(`EXPLAIN ${text}`, values)
    plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    throw new Undone()
  })
  await assert.rejects(tried, Undone)
  return plan
}

const now = new Date()
const key = { storeId: 'store', sandbox: true }
const all = { owners: 'stores' } as const
const questions: Readonly<Record<string, (reader: Reader) => Promise<unknown>>> = {
  listDueEndpoints: (reader) => listDueEndpoints(reader, { ...all, now, after: '', limit: 10 }),
  lockDue: (reader) =>
    lockDue(
      { ...reader, commit: () => assert.fail('nothing is written') },
      { ...all, now, real: now, rooms: [{ endpointId: 'endpoint', room: 32 }] },
    ),
  listDueEndpointsOf: (reader) => listDueEndpointsOf(reader, key, now),
  findNextAttempt: (reader) => findNextAttempt(reader, key, now),
  countDue: (reader) => countDue(reader, now, 'stores'),
}

for (const [name, ask] of Object.entries(questions)) {
  test(`${name}: open deliveries that are not due are not even scanned`, async () => {
    const statements: Statement[] = []
    await ask(
      createReader(async (statement) => {
        statements.push(statement)
        return []
      }),
    )
    const [statement] = statements
    assert.ok(statement !== undefined)
    const plan = await planWithoutIndex(statement)
    assert.match(plan, /webhook_deliveries/)
    assert.doesNotMatch(plan, /webhook_deliveries_open/)
  })
}
