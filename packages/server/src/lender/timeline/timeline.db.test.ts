// All that happened to an order, by time: nothing twice, nothing left out, whatever the parts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { timelineKinds } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'

let place: TestDatabase
let send: TestService['send']
/** The order with most events. */
let id = ''
let storeId = ''
before(async () => {
  place = await openTestDatabase()
  await fillDatabase(place.database)
  send = await lenderClient(place.database)
  const [row] = await query(
    `SELECT e.order_id, e.store_id FROM events e
       JOIN webhook_deliveries d USING (store_id, position)
     WHERE e.sandbox AND e.order_id IS NOT NULL GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1`,
  )
  id = String(row?.order_id)
  storeId = String(row?.store_id)
})
after(() => place.stop())

const query = (text: string) => place.database.query<AnyRow>(text, [])

async function everything(more: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const going = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`
    const { status, body } = await send('GET', `/lender/orders/${id}/timeline?${more}${going}`)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.results)
    cursor = body.cursor.after
  }
  return rows
}

test('it has every row of every kind, once and by time', async () => {
  const rows = await everything('limit=1000')
  const of = async (table: string, column: string, more = '') =>
    (
      await query(
        `SELECT ${column} AS id FROM ${table} t WHERE store_id = '${storeId}'
         AND order_id = '${id}' ${more}`,
      )
    ).map((row) => String(row.id))
  const expected: Record<string, string[]> = {
    event: await of('events', 'id'),
    entry: await of('ledger_entries', 'sequence'),
    payment: await of('payments', 'id'),
    notification: await of('notifications', 'id'),
    delivery: await of('webhook_deliveries', 'id', 'AND position IS NOT NULL'),
  }
  for (const [kind, ids] of Object.entries(expected)) {
    const shown = rows.filter((row) => row.kind === kind).map((row) => row.id)
    assert.deepEqual(shown.sort(), ids.sort(), kind)
  }
  assert.ok((expected.event?.length ?? 0) > 3 && (expected.delivery?.length ?? 0) > 0)
  const times = rows.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted())
})

test('parts of any size are the whole', async () => {
  const whole = await everything('limit=1000')
  for (const limit of [1, 3, 7]) {
    assert.deepEqual(await everything(`limit=${limit}`), whole, String(limit))
  }
  for (const kind of timelineKinds) {
    const only = await everything(`kinds=${kind}&limit=2`)
    assert.deepEqual(
      only,
      whole.filter((row) => row.kind === kind),
      kind,
    )
  }
  const two = await everything('kinds=event,entry')
  assert.deepEqual(
    two,
    whole.filter(({ kind }) => kind === 'event' || kind === 'entry'),
  )
})

test('what is no query is refused, and what is no order missing', async () => {
  for (const more of [
    ...['kinds=nothing', 'kinds=', 'limit=0', 'limit=1001', 'limit=1&limit=2', 'after=x', 'x=1'],
    ...['after=2026-13-01T00:00:00.000000Z/event/x', `after=${encodeURIComponent("'; --")}`],
  ]) {
    const { status, body } = await send('GET', `/lender/orders/${id}/timeline?${more}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], more)
  }
  for (const ref of ['x', '0'.repeat(32), '%00']) {
    const { status, body } = await send('GET', `/lender/orders/${ref}/timeline`)
    assert.deepEqual([status, body.error.code], [404, 'order_not_found'])
  }
})
