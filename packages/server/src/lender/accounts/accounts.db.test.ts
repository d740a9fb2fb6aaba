// Accounts and trial balance against the postings themselves, over stores that lived.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { chart } from '../../model/ledger/accounts.ts'

const place = ownDatabase()
let send: TestService['send']
before(async () => {
  await fillDatabase(place.database)
  send = await lenderClient(place.database)
})

/** The balances, computed in another way: every row of every account is read. */
async function balancesOf(sandbox: boolean, before = 'infinity') {
  const rows = await place.database.query<AnyRow>(
    `SELECT p.debit, p.credit, p.amount, e.currency FROM ledger_postings p
       JOIN ledger_entries e USING (store_id, order_id, sequence)
       JOIN orders o ON o.id = e.order_id WHERE o.sandbox = $1 AND e.created_at < $2::timestamptz
     UNION ALL
     SELECT p.debit, p.credit, p.amount, e.currency FROM store_postings p
       JOIN store_entries e USING (store_id, sandbox, sequence)
       WHERE e.sandbox = $1 AND e.created_at < $2::timestamptz`,
    [sandbox, before],
  )
  const sums: Record<string, number> = {}
  for (const { debit, credit, amount, currency } of rows) {
    sums[`${debit} ${currency}`] = (sums[`${debit} ${currency}`] ?? 0) + Number(amount)
    sums[`${credit} ${currency}`] = (sums[`${credit} ${currency}`] ?? 0) - Number(amount)
  }
  return { sums, rows }
}

type Line = { readonly account: string; readonly currency: string; readonly balance: number }
const byAccount = (lines: readonly Line[]) =>
  Object.fromEntries(lines.map((each) => [`${each.account} ${each.currency}`, each.balance]))

test('the trial balance is that of all postings, and sums to nothing', async () => {
  const { body } = await send('GET', '/lender/trial-balance')
  const { sums, rows } = await balancesOf(true)
  assert.ok(rows.length > 50)
  assert.deepEqual(byAccount(body.accounts), sums)
  assert.ok(body.totals.length > 0)
  for (const total of body.totals) {
    assert.deepEqual([total.balance, total.debit - total.credit], [0, 0], total.currency)
  }
})

test('as of a time it has the earlier entries', async () => {
  const [row] = await place.database.query<AnyRow>(
    'SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY created_at) AS at FROM ledger_entries',
    [],
  )
  const at = new Date(row?.at).toISOString()
  const { body } = await send('GET', `/lender/trial-balance?at=${encodeURIComponent(at)}`)
  assert.deepEqual(byAccount(body.accounts), (await balancesOf(true, at)).sums)
  for (const total of body.totals) assert.equal(total.balance, 0)
  const never = await send('GET', '/lender/trial-balance?at=1999-01-01')
  assert.deepEqual([never.body.accounts, never.body.totals], [[], []])
  for (const query of ['at=never', 'at=', 'at=2026-01-01&at=2026-01-02', 'on=2026-01-01']) {
    const { status, body } = await send('GET', `/lender/trial-balance?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], query)
  }
})

test('each account opens to its postings', async () => {
  const { body } = await send('GET', '/lender/accounts')
  assert.deepEqual(
    body.results.map(({ name }: { name: string }) => name).sort(),
    Object.keys(chart).sort(),
  )
  for (const { name, balances } of body.results) {
    const sums = new Map<string, number>()
    for (let page: number | null = 1; page !== null; ) {
      const path = `/lender/accounts/${name}/entries?page_size=100&page=${page}`
      const { body: entries } = await send('GET', path)
      for (const { debit, amount, currency } of entries.results) {
        sums.set(currency, (sums.get(currency) ?? 0) + (debit === name ? amount : -amount))
      }
      page = entries.cursor.after
    }
    const answered = balances.map((each: Line) => [each.currency, each.balance])
    assert.deepEqual(answered.sort(), [...sums].sort(), name)
  }
})

test('postings are filtered, and newest first', async () => {
  const all = await send('GET', '/lender/accounts/cash/entries?page_size=100')
  const [{ store }] = all.body.results
  const own = await send('GET', `/lender/accounts/cash/entries?store-id=${store.id}&debit=cash`)
  assert.ok(own.body.paging.count <= all.body.paging.count)
  for (const each of own.body.results) {
    assert.deepEqual([each.store.id, each.debit], [store.id, 'cash'])
  }
  const times = all.body.results.map(({ created }: { created: string }) => created)
  assert.deepEqual(times, times.toSorted().reverse())
  for (const name of ['nothing', '__proto__', 'constructor', '%00', 'CASH']) {
    const { status, body } = await send('GET', `/lender/accounts/${name}/entries`)
    assert.deepEqual([status, body.error.code], [404, 'account_not_found'], name)
  }
})

test('the statement of a store is the one that the store reads', async () => {
  const [row] = await place.database.query<AnyRow>(
    `SELECT store_id, count(*) FROM settlement_lines WHERE sandbox GROUP BY 1 ORDER BY 2 DESC
     LIMIT 1`,
    [],
  )
  const query = 'from=2026-01-01&to=2026-12-31'
  const { status, body } = await send('GET', `/lender/statements/${row?.store_id}?${query}`)
  assert.equal(status, 200)
  const [sum] = await place.database.query<AnyRow>(
    `SELECT sum(net) AS net FROM settlement_lines WHERE store_id = $1 AND sandbox
       AND currency = $2 AND created_at < '2026-12-31T23:00:00Z'`,
    [row?.store_id, body.currency],
  )
  assert.equal(body.store.id, row?.store_id)
  assert.equal(body.closing_balance, Number(sum?.net))
  const missing = await send('GET', `/lender/statements/${'0'.repeat(32)}?${query}`)
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'store_not_found'])
  const faulty = await send('GET', `/lender/statements/${row?.store_id}?from=2026-01-01`)
  assert.deepEqual([faulty.status, faulty.body.error.code], [400, 'query_invalid'])
})
