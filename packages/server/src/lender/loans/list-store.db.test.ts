// The lender's list of loans against the loans themselves: thousands, in all conditions.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loanBuckets } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { writeRandomLoans } from '../../../../../test/fixtures/random-loans.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { createCounting } from '../../credit/loans/count-overdue.ts'
import { dueAmount, type Loan, totalOf } from '../../model/loan/loan.ts'
import { loanStatus } from '../../model/loan/status.ts'
import type { Database, Statement } from '../../platform/database/database.ts'
import type { ListQuery, Test } from '../../platform/filters/list-table.ts'
import { dayOf, daysBetween } from '../../platform/time/calendar.ts'
import { findLoans } from './list-store.ts'

const LOANS = 800
// A quarter past midnight in Madrid, the day before by UTC.
const now = new Date('2026-11-24T23:15:00Z')
const clock = { now: () => now }
let state = seedOf('loans')
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % (most + 1)
}

type Known = Awaited<ReturnType<typeof writeRandomLoans>>[number]
const place = ownDatabase()
const stores: Scenario[] = []
const known = new Map<string, Known>()
const inLive: Known[] = []
let send: TestService['send']

before(async () => {
  for (const sandbox of [true, true, false]) {
    const scenario = await createScenario(place.database, { clock })
    stores.push(scenario)
    const storeId = scenario.caller.store.id
    const wanted = { storeId, sandbox, count: LOANS, now, upTo }
    for (const each of await writeRandomLoans(place.database, wanted)) {
      if (sandbox) known.set(each.loan.orderId, each)
      else inLive.push(each)
    }
  }
  await place.database.query('ANALYZE', [])
  send = await lenderClient(place.database, { clock })
})

const daysPastDue = (loan: Loan): number => {
  const behind = loan.instalments
    .filter(({ due, paidOn, dropped }) => due && paidOn === null && !dropped)
    .map(({ reopenedOn, dueOn }) => reopenedOn ?? dueOn)
    .sort()
  const [since] = behind
  return since === undefined ? 0 : Math.max(0, daysBetween(since, dayOf(now, loan.timeZone)))
}
const bucketOf = (loan: Loan): string | null => {
  if (loan.receivable === 0) return null
  const days = daysPastDue(loan)
  if (days === 0) return 'current'
  return days <= 30 ? '1-30' : days <= 60 ? '31-60' : days <= 90 ? '61-90' : '90+'
}
const nextDue = (loan: Loan): string | null =>
  loan.instalments
    .filter((each) => !each.due && !each.dropped && each.paidOn === null && totalOf(each) > 0)
    .map(({ dueOn }) => dueOn)
    .sort()[0] ?? null

/** All pages of a list. */
async function everything(query: string) {
  const rows = []
  for (let page: number | null = 1, count = 0; page !== null; ) {
    const { status, body } = await send('GET', `/lender/loans?${query}&page_size=100&page=${page}`)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.results)
    count = body.paging.count
    page = body.cursor.after
    if (page === null) assert.equal(count, rows.length)
  }
  return rows
}

test('each loan is shown as of the day of its store', async () => {
  const rows = await everything('ordering=created')
  assert.equal(rows.length, known.size)
  for (const row of rows) {
    const { loan, currency } = known.get(row.id) ?? assert.fail(row.id)
    assert.deepEqual(
      {
        ...{ state: row.state, bucket: row.bucket, days: row.days_past_due },
        ...{ overdue: row.overdue_amount, receivable: row.receivable, next: row.next_due },
        ...{ currency: row.currency, store: row.store.id, written: row.written_off },
      },
      {
        ...{ state: loanStatus(loan), bucket: bucketOf(loan), days: daysPastDue(loan) },
        ...{ overdue: dueAmount(loan), receivable: loan.receivable, next: nextDue(loan) },
        ...{ currency, store: loan.storeId, written: loan.writtenOff },
      },
      row.id,
    )
  }
})

const those = (fits: (each: Known) => boolean): string[] =>
  [...known.values()].filter(fits).map(({ loan }) => loan.orderId)

test('every bucket, state and bound has exactly the loans that are in it', async () => {
  const [first] = stores.map(({ caller }) => caller.store.id)
  const cases: [string, (each: Known) => boolean][] = [
    ...loanBuckets.map((name): [string, (each: Known) => boolean] => [
      `bucket=${encodeURIComponent(name)}`,
      ({ loan }) => bucketOf(loan) === name,
    ]),
    ['bucket-isnull=yes', ({ loan }) => bucketOf(loan) === null],
    ['bucket-in=31-60,61-90', ({ loan }) => ['31-60', '61-90'].includes(bucketOf(loan) ?? '')],
    ['bucket-in=current,61-90', ({ loan }) => ['current', '61-90'].includes(bucketOf(loan) ?? '')],
    ['days_past_due-gte=45', ({ loan }) => daysPastDue(loan) >= 45],
    ['overdue_amount-gt=0', ({ loan }) => dueAmount(loan) > 0],
    ['overdue_amount-gte=10000', ({ loan }) => dueAmount(loan) >= 10_000],
    ['state=in_arrears', ({ loan }) => loanStatus(loan) === 'in_arrears'],
    ['state-in=paid_off,written_off', ({ loan }) => /^paid|^writ/.test(loanStatus(loan))],
    [
      `store-id=${first}&product=pay_later`,
      ({ loan }) => loan.storeId === first && loan.product === 'pay_later',
    ],
    [
      'currency=USD&bucket=90%2B',
      (each) => each.currency === 'USD' && bucketOf(each.loan) === '90+',
    ],
    ['next_due=2026-12-01', ({ loan }) => nextDue(loan) === '2026-12-01'],
  ]
  for (const [query, fits] of cases) {
    const rows = await everything(query)
    assert.deepEqual(rows.map(({ id }) => id).sort(), those(fits).sort(), query)
    assert.ok(rows.length > 0, query)
  }
})

test('in live mode a bucket is found from its days on, in each zone', async () => {
  const live = await lenderClient(place.database, { mode: 'live', clock })
  const accept = { accept: 'application/vnd.svc.v1+json' }
  for (const names of [
    ...loanBuckets.map((each) => [each]),
    ...[
      ['1-30', '90+'],
      ['31-60', '61-90'],
      ['current', '90+'],
    ],
  ]) {
    const query = `bucket-in=${encodeURIComponent(names.join(','))}&page_size=100`
    const path = `/lender/loans?${query}&summary=true`
    const { status, body } = await live('GET', path, undefined, accept)
    assert.equal(status, 200)
    const expected = inLive.filter(({ loan }) => names.includes(bucketOf(loan) ?? ''))
    assert.equal(body.paging.count, expected.length, names.join())
    const sums = body.summary.map(({ receivable }: { receivable: number }) => receivable)
    assert.equal(
      sums.reduce((all: number, each: number) => all + each, 0),
      expected.reduce((all, { loan }) => all + loan.receivable, 0),
    )
  }
})

/** The plans of the searches for a page, without sequential scans where there is a choice. */
async function plansOf(query: Partial<ListQuery>): Promise<string[]> {
  const searched: Statement[] = []
  const { database } = place
  const recording: Database = {
    ...database,
    transaction: (order, work) =>
      database.transaction(order, (tx) => {
        const search: typeof tx.search = (text, values) => {
          searched.push({ text: String(text), values })
          return tx.search(text, values)
        }
        return work({ ...tx, search })
      }),
  }
  const page = { page: 1, pageSize: 1, filters: [], terms: [], ordering: [], timeZone: 'UTC' }
  await findLoans(recording, { sandbox: false, now }, { ...page, ...query })
  return database.transaction(null, async (tx) => {
    for (const name of ['seqscan', 'bitmapscan']) {
      await tx.query(`SET LOCAL enable_${name} = off`, [])
    }
    const plans: string[] = []
    for (const { text, values } of searched) {
      const rows = await tx.query<AnyRow>(`EXPLAIN ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return tx.commit(plans)
  })
}

const filterBy = (property: string, test: Test) => ({
  filters: [{ name: property, property, tests: [test] }],
})

test('loans in arrears are looked for among those that are behind', async () => {
  const [plan = ''] = await plansOf(
    filterBy('state', { kind: 'same', text: 'in_arrears', cased: true }),
  )
  assert.match(plan, /loans_overdue/)
  assert.match(plan, /instalments_late/)
})

test('dates of all loans are read together, those of a few one by one', async () => {
  const from = new Date(0)
  const ordering = [{ field: 'next_due', descending: false }]
  const received = filterBy('last_payment', { kind: 'instants', from, until: null })
  for (const query of [{ ordering }, received]) {
    const plans = await plansOf(query)
    assert.ok(plans.some((plan) => plan.includes('Aggregate')))
    for (const plan of plans) assert.doesNotMatch(plan, /SubPlan/)
  }
  const ofPerson = filterBy('person-id', { kind: 'same', text: 'somebody', cased: true })
  const [plan = ''] = await plansOf({ ...ofPerson, ordering })
  assert.match(plan, /SubPlan/)
  // Where no date is wanted none is read.
  for (const each of await plansOf({})) assert.doesNotMatch(each, /on (instalments|payments)/)
})

test('the worst comes first', async () => {
  const rows = await everything('bucket=31-60&ordering=-overdue_amount')
  const amounts = rows.map((row) => row.overdue_amount)
  assert.deepEqual(
    amounts,
    amounts.toSorted((a, b) => b - a),
  )
})

test('sums are of all that the filters leave', async () => {
  for (const [query, fits] of [
    ['', () => true],
    ['bucket=31-60', ({ loan }: Known) => bucketOf(loan) === '31-60'],
    ['receivable-gt=5000', ({ loan }: Known) => loan.receivable > 5_000],
  ] as const) {
    const { body } = await send('GET', `/lender/loans?${query}&summary=true&page_size=1`)
    const sums = new Map<string, number[]>()
    for (const { loan, currency } of [...known.values()].filter(fits)) {
      const key = `${currency} ${bucketOf(loan)}`
      const [count = 0, receivable = 0, overdue = 0] = sums.get(key) ?? []
      sums.set(key, [count + 1, receivable + loan.receivable, overdue + dueAmount(loan)])
    }
    const answered = new Map<string, number[]>(
      body.summary.map((each: Record<string, number>) => [
        `${each.currency} ${each.bucket}`,
        [each.count, each.receivable, each.overdue_amount],
      ]),
    )
    assert.deepEqual([...answered].sort(), [...sums].sort(), query)
    const count = body.summary.reduce((all: number, each: { count: number }) => all + each.count, 0)
    assert.equal(count, body.paging.count)
  }
})

test('rows changed by an older release are counted until they have their own value', async () => {
  const query = 'bucket-in=31-60,90%2B&ordering=-overdue_amount'
  const summed = async () => (await send('GET', `/lender/loans?${query}&summary=true`)).body.summary
  const [rows, sums] = [await everything(query), await summed()]
  await place.database.query(
    `UPDATE loans SET receivable = receivable WHERE right(order_id, 1) < 'b'`,
    [],
  )
  const forgotten = 'SELECT count(*) AS count FROM loans WHERE overdue_amount IS NULL'
  const [before] = await place.database.query<AnyRow>(forgotten, [])
  assert.ok(before?.count > LOANS)
  assert.deepEqual([await everything(query), await summed()], [rows, sums])
  const counting = createCounting({ writer: place.database })
  while ((await counting()) > 0);
  assert.deepEqual([await everything(query), await summed()], [rows, sums])
  const [left] = await place.database.query<AnyRow>(forgotten, [])
  assert.equal(left?.count, 0)
})

test('unknown filters are refused, all together', async () => {
  for (const query of [
    ...['bucket-gt=1', 'nothing=1', 'summary=yes', 'summary=true&summary=true'],
    ...['days_past_due=x', 'ordering=-nothing', 'page=0', 'bucket-regex=(&summary=true'],
    ...[`store-id=${encodeURIComponent('\0')}`, 'summary=true&bucket-regex=^3'],
  ]) {
    const { status, body } = await send('GET', `/lender/loans?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], query)
  }
})

test('a loan is shown whole, and another mode’s is missing', async () => {
  const [scenario] = stores
  const order = (await scenario?.confirmed(30_000)) ?? assert.fail()
  await scenario?.capture(order, 30_000)
  const { status, body } = await send('GET', `/lender/loans/${order.id}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.id, body.state, body.bucket], [order.id, 'running', 'current'])
  const own = await send('GET', `/orders/${order.id}/loan`, undefined, {
    authorization: `Bearer ${scenario?.privateKey}`,
  })
  assert.deepEqual(body.loan, own.body)
  const live = await lenderClient(place.database, { mode: 'live', clock })
  const accept = { accept: 'application/vnd.svc.v1+json' }
  const open = await scenario?.checkout(30_000)
  for (const id of [order.id, 'x', '0'.repeat(32)]) {
    const reply = await live('GET', `/lender/loans/${id}`, undefined, accept)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'loan_not_found'])
  }
  assert.equal((await send('GET', `/lender/loans/${open?.id}`)).status, 404)
})
