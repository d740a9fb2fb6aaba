// Decisions, payouts and actions over all stores, against the rows themselves.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { permissionsOf } from '../../model/staff/roles.ts'
import { listActions } from '../actions/list-actions.ts'

const place = ownDatabase()
let send: TestService['send']
before(async () => {
  await fillDatabase(place.database)
  send = await lenderClient(place.database)
})

const query = (text: string) => place.database.query<AnyRow>(text, [])

/** All pages of a list. */
async function everything(path: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let page: number | null = 1; page !== null; ) {
    const mark = path.includes('?') ? '&' : '?'
    const { status, body } = await send('GET', `${path}${mark}page_size=20&page=${page}`)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.results)
    page = body.cursor.after
    if (page === null) assert.equal(body.paging.count, rows.length, path)
  }
  return rows
}
const sortedIds = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort()

test('decisions of all stores are listed, newest first, and filtered', async () => {
  const rows = await everything('/lender/decisions')
  const stored = await query('SELECT * FROM decisions WHERE sandbox')
  assert.ok(stored.length > 3)
  assert.deepEqual(sortedIds(rows), stored.map(({ id }) => String(id)).sort())
  const times = rows.map(({ created }) => created)
  assert.deepEqual(times, times.toSorted().reverse())
  const refused = await everything('/lender/decisions?outcome=refused')
  assert.deepEqual(
    sortedIds(refused),
    stored.flatMap(({ id, outcome }) => (outcome === 'refused' ? [String(id)] : [])).sort(),
  )
  const [one] = refused
  const [code] = one.reasons
  const byReason = await everything(`/lender/decisions?reason=${code}`)
  assert.deepEqual(sortedIds(byReason), sortedIds(rows.filter((row) => row.reasons.includes(code))))
  const reviewed = await everything('/lender/decisions?review-outcome-isnull=no')
  assert.deepEqual(sortedIds(reviewed), sortedIds(rows.filter(({ review }) => review !== null)))
  assert.ok(reviewed.length > 0)
  const own = await everything(
    `/lender/decisions?store-id=${one.store.id}&order-id=${one.order_id}`,
  )
  assert.ok(own.every((row) => row.order_id === one.order_id))
})

test('a decision is shown with all that was judged, and of another mode not at all', async () => {
  const [one] = await everything('/lender/decisions?outcome=refused')
  const { body } = await send('GET', `/lender/decisions/${one.id}`)
  assert.deepEqual([body.id, body.order_id, body.store], [one.id, one.order_id, one.store])
  assert.ok(body.inputs.amount > 0)
  assert.equal(body.explanation.reasons.length > 0, body.reasons.length > 0)
  assert.ok(body.explanation.human_review.how.includes(one.store.name))
  const [other] = await everything('/lender/decisions?outcome=accepted')
  const accepted = await send('GET', `/lender/decisions/${other.id}`)
  assert.deepEqual([accepted.status, accepted.body.explanation], [200, null])
  const live = await lenderClient(place.database, { mode: 'live' })
  const accept = { accept: 'application/vnd.svc.v1+json' }
  for (const id of [one.id, '0'.repeat(32), 'x']) {
    const reply = await live('GET', `/lender/decisions/${id}`, undefined, accept)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'decision_not_found'])
  }
})

test('payouts open to the lines that they cover', async () => {
  const rows = await everything('/lender/payouts')
  const stored = await query('SELECT * FROM payouts WHERE sandbox')
  assert.ok(stored.length > 1)
  assert.deepEqual(sortedIds(rows), stored.map(({ id }) => String(id)).sort())
  for (const { id, amount, store } of rows) {
    const { body } = await send('GET', `/lender/payouts/${id}`)
    assert.equal(body.store.id, store.id)
    const lines = await everything(`/lender/payouts/${id}/lines`)
    // The carried amount is among them.
    assert.equal(
      lines.reduce((sum, { net }) => sum + net, 0),
      amount,
    )
  }
  const [first] = rows
  const own = await everything(`/lender/payouts?store-id=${first.store.id}`)
  assert.ok(own.length > 0 && own.every(({ store }) => store.id === first.store.id))
  for (const path of ['/lender/payouts/x', `/lender/payouts/${'0'.repeat(32)}/lines`]) {
    const { status, body } = await send('GET', path)
    assert.deepEqual([status, body.error.code], [404, 'payout_not_found'])
  }
})

test('the log has the actions of the mode and of none, with every filter', async () => {
  const rows = await everything('/lender/actions')
  const stored = await query(`SELECT * FROM actions WHERE mode IS NULL OR mode = 'sandbox'`)
  assert.deepEqual(sortedIds(rows), stored.map(({ id }) => String(id)).sort())
  const keys = await everything('/lender/actions?object-kind=lender_key&action=lender_key.create')
  assert.ok(keys.length > 0)
  assert.deepEqual(
    sortedIds(keys),
    stored
      .filter(({ action }) => action === 'lender_key.create')
      .map(({ id }) => String(id))
      .sort(),
  )
  for (const name of ['store-id', 'principal-kind', 'object-id', 'outcome']) {
    const [one = { 'store-id': '' }] = rows.filter(({ store_id }) => store_id !== null)
    const value = {
      ...{ 'store-id': one.store_id, 'principal-kind': one.principal.kind },
      ...{ 'object-id': one.object?.id, outcome: one.outcome },
    }[name]
    const those = await everything(`/lender/actions?${name}=${value}`)
    assert.ok(sortedIds(those).includes(one.id), name)
  }
})

test('a caller limited to their own actions sees no others', async () => {
  const [row] = await query('SELECT principal_id FROM actions WHERE principal_id IS NOT NULL')
  const id = row === undefined ? 'somebody' : String(row.principal_id)
  const roles = ['support', 'finance'] as const
  const caller = {
    principal: { kind: 'lender_person', id, name: 'Ada' },
    ...{ holders: roles, permissions: permissionsOf(roles), sandbox: true },
  } as const
  const own = await listActions(place, caller, new URLSearchParams())
  const stored = await query(
    `SELECT id FROM actions WHERE principal_id = '${id}' AND coalesce(mode, 'sandbox') = 'sandbox'`,
  )
  assert.equal(own.count, stored.length)
  const auditor = { ...caller, holders: ['auditor'] as const }
  const all = await listActions(place, auditor, new URLSearchParams())
  assert.ok(all.count > own.count)
})
