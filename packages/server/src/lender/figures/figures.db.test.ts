// Figures of a random book, against every row that was booked and against the lists.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents, limits } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { readCsv } from '../../../../../test/fixtures/read-csv.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { editOrder } from '../../orders/editing/edit-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { addDays, day, dayOf } from '../../platform/time/calendar.ts'
import { areTallied } from '../../settlement/account-tallies/store.ts'
import { sumAccounts } from '../../settlement/account-tallies/summing.ts'
import { keepTallies } from '../../settlement/tallies/tallying.ts'
import { closeDay } from '../closings/close-day.ts'
import { figureNames } from './definitions.ts'

const ORDERS = { sandbox: 410, live: 60 }
const DAY_MS = 86_400_000
let state = seedOf('figures')
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % (most + 1)
}

// A book of 40 days, which ends shortly after midnight in Madrid: by UTC it is the day before.
const START = Date.parse('2026-10-16T08:00:00Z')
let now = START
const clock = { now: () => new Date(now) }
const END = Date.parse('2026-11-24T23:15:00Z')
const MODES = [true, false]
const ACCEPT = { accept: 'application/vnd.svc.v1+json' }

/** In two currencies, with fees, to every caller. */
const settings = {
  products: standardSettings.products.flatMap((each) =>
    ['EUR', 'USD'].map((currency) => ({ ...each, currency, fee_rate: 275, fee_fixed: 25 })),
  ),
  decision: { ...standardLimits, open_amount_max: 1_000_000_000, attempts_per_day_max: 1_000 },
}

const place = ownDatabase()
const shops: Scenario[] = []
const clients = new Map<boolean, TestService['send']>()

/** One of the shops lends, and something becomes of it. */
async function live(shop: Scenario): Promise<void> {
  const amount = 5_000 + upTo(90_000)
  const currency = upTo(3) === 0 ? 'USD' : 'EUR'
  const product = (['instalments', 'pay_in_4', 'pay_later'] as const)[upTo(2)] ?? 'instalments'
  const order = await shop.confirmed(amount, product, currency)
  const { writing, caller } = shop
  const end = upTo(6)
  if (end === 0) return
  if (end === 1) {
    const edit = { total_amount: amount - 1 - upTo(1_000) }
    return editOrder(writing, caller, { ref: order.id, edit, whole: false })
  }
  if (end === 2) {
    await cancelOrder(writing, caller, order.id)
    return
  }
  const part = 1 + upTo(amount - 1)
  await shop.capture(order, part)
  if (end > 4) return
  now += upTo(3_600_000)
  const refunded = cents(1 + upTo(amount - 1))
  await refundOrder(writing, caller, { ref: order.id, amount: refunded })
}

function isRefused(error: Error): void {
  if (error.message !== 'the order is ko') throw error
}

before(async () => {
  const { database } = place
  await fillDatabase(database)
  for (const sandbox of [true, true, true, false, false, false]) {
    shops.push(await createScenario(database, { clock, sandbox, buyer: newBuyer(), settings }))
  }
  const wanted = [
    ...Array.from({ length: ORDERS.sandbox }, () => true),
    ...Array.from({ length: ORDERS.live }, () => false),
  ]
  const pace = (END - START) / wanted.length
  for (const index of wanted.keys()) {
    now = START + Math.floor(index * pace)
    const isSandbox = index % 8 !== 0
    const shop = shops[(isSandbox ? 0 : 3) + upTo(2)]
    // In live mode the rules decline buyers who owe too much.
    if (shop !== undefined) await live(shop).catch(isRefused)
    if (!isSandbox) while (await closeDay({ database, clock: asReal(clock) }));
  }
  const poor = {
    ...settings,
    decision: { ...standardLimits, sandbox: 'rules' as const, open_amount_max: 1_000 },
  }
  const strict = await createScenario(database, { clock, buyer: newBuyer(), settings: poor })
  for (const amount of [20_000, 30_000]) await assert.rejects(strict.confirmed(amount))
  now = END
  // One store stays uncounted: its lines are read.
  for (const { caller } of shops.slice(1)) {
    await keepTallies({ database, clock }, { storeId: caller.store.id, sandbox: caller.sandbox })
  }
  for (const { caller, writing } of shops) {
    const key = { storeId: caller.store.id, sandbox: caller.sandbox }
    while ((await placeEvents({ ...writing, database }, key)) > 0);
  }
  while ((await sumAccounts({ database, atLeast: 1 })) > 0);
  assert.ok(await areTallied(database, true))
  await database.query('ANALYZE', [])
  clients.set(true, await lenderClient(database, { clock }))
  clients.set(false, await lenderClient(database, { mode: 'live', clock }))
})

const rows = (text: string, values: readonly unknown[] = []) =>
  place.database.query<AnyRow>(text, values)

async function ask(path: string, sandbox = true): Promise<{ status: number; body: Json }> {
  const send = clients.get(sandbox) ?? assert.fail()
  return sandbox ? send('GET', path) : send('GET', path, undefined, ACCEPT)
}

/** All that is booked lies in it. */
const FIRST = '2026-06-01'
const LAST = '2027-05-31'
const SPAN = `from=${FIRST}&to=${LAST}`
async function figure(name: string, sandbox = true, query = SPAN): Promise<Json> {
  const { status, body } = await ask(`/lender/figures/${name}?${query}`, sandbox)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function everything(path: string, sandbox = true): Promise<Json[]> {
  const all: Json[] = []
  for (let page: number | null = 1; page !== null; ) {
    const sign = path.includes('?') ? '&' : '?'
    const { body } = await ask(`${path}${sign}page_size=100&page=${page}`, sandbox)
    all.push(...body.results)
    page = body.cursor.after
  }
  return all
}

type Posted = {
  readonly day: string
  readonly storeId: string
  readonly orderId: string
  readonly kind: string
  readonly debit: string
  readonly credit: string
  readonly currency: string
  readonly amount: number
}
/** Each posting of a mode, with the day in a zone. */
async function postings(sandbox: boolean, zone = 'UTC'): Promise<Posted[]> {
  const booked = await rows(
    `SELECT e.store_id, e.order_id, e.kind, e.currency, e.created_at, p.debit, p.credit, p.amount
     FROM ledger_entries e JOIN ledger_postings p USING (store_id, order_id, sequence)
       JOIN orders o ON o.id = e.order_id WHERE o.sandbox = $1
     UNION ALL SELECT e.store_id, '', e.kind, e.currency, e.created_at, p.debit, p.credit, p.amount
     FROM store_entries e JOIN store_postings p USING (store_id, sandbox, sequence)
       WHERE e.sandbox = $1`,
    [sandbox],
  )
  return booked.map(({ store_id, order_id, created_at, amount, ...rest }) => ({
    ...{ storeId: store_id, orderId: order_id, amount: Number(amount) },
    ...{ kind: rest.kind, debit: rest.debit, credit: rest.credit, currency: rest.currency },
    day: dayOf(new Date(created_at), zone),
  }))
}

/** Sums by key, without those that are zero. */
function sums<T>(all: readonly T[], of: (each: T) => readonly (readonly [string, number])[]) {
  const known = new Map<string, number>()
  for (const [key, amount] of all.flatMap(of)) known.set(key, (known.get(key) ?? 0) + amount)
  return new Map([...known].filter(([, amount]) => amount !== 0).sort())
}

/** For a figure of days: each member on each day. */
const shown = (body: Json, members: readonly string[]) =>
  sums(body.results as Json[], (row) =>
    members.map((name) => [`${row.day} ${row.currency ?? ''} ${name}`, Number(row[name])] as const),
  )

/** The lender's in days of UTC, and each shop in its own. */
const views = () => [
  ...MODES.map((sandbox) => ({ sandbox, zone: 'UTC', storeId: undefined })),
  ...shops.map(({ caller }) => ({
    ...{ sandbox: caller.sandbox, zone: caller.store.timeZone, storeId: caller.store.id },
  })),
]
const queryOf = (storeId: string | undefined) =>
  storeId === undefined ? SPAN : `${SPAN}&store-id=${storeId}`

/** A year of it, which takes several requests. */
async function cashOf(sandbox: boolean, storeId: string | undefined): Promise<Json> {
  const results: Json[] = []
  let from = day(FIRST)
  while (from <= LAST) {
    const to = [addDays(from, 92), day(LAST)].sort()[0]
    const of = storeId === undefined ? '' : `&store-id=${storeId}`
    const body = await figure('cash', sandbox, `from=${from}&to=${to}${of}`)
    results.push(...body.results)
    from = addDays(from, 93)
  }
  return { results }
}

test('the book is large and closed where it is live', async () => {
  const [row] = await rows('SELECT count(*) FROM orders WHERE confirmed_at IS NOT NULL')
  assert.ok(Number(row?.count) >= 400, `${row?.count} orders`)
  const [closed] = await rows('SELECT count(*) FROM closings')
  assert.ok(Number(closed?.count) > 30)
})

test('money by day matches the ledger, in closings, outside, and for one store', async () => {
  const account =
    (name: string, side: 'debit' | 'credit', member: string, sign = 1) =>
    ({ day, currency, amount, ...posting }: Posted) =>
      posting[side] === name ? [[`${day} ${currency} ${member}`, sign * amount] as const] : []
  const income = {
    ...{ store_fees: 'store_fee_income', campaigns: 'campaign_income' },
    ...{ interest: 'interest_income', buyer_fees: 'buyer_fee_income', late: 'late_income' },
  }
  let met = 0
  for (const { sandbox, zone, storeId } of views()) {
    const own = (await postings(sandbox, zone)).filter(
      (each) => storeId === undefined || each.storeId === storeId,
    )
    const query = queryOf(storeId)
    const earned = Object.entries(income).flatMap(([member, name]) => [
      account(name, 'credit', member),
      account(name, 'debit', member, -1),
    ])
    assert.deepEqual(
      shown(await figure('income', sandbox, query), Object.keys(income)),
      sums(own, (each) => earned.flatMap((of) => of(each))),
    )
    const cash = await cashOf(sandbox, storeId)
    assert.deepEqual(
      shown(cash, ['received', 'paid']),
      sums(own, (each) => [
        ...account('cash', 'debit', 'received')(each),
        ...account('cash', 'credit', 'paid')(each),
      ]),
    )
    const losses = await figure('losses', sandbox, query)
    assert.deepEqual(
      shown(losses, ['written_off', 'recovered', 'waived']),
      sums(own, (each) => [
        ...account('credit_loss', 'debit', 'written_off')(each),
        ...account('credit_loss', 'credit', 'recovered')(each),
        ...(each.kind === 'waiver'
          ? [[`${each.day} ${each.currency} waived`, each.amount] as const]
          : []),
      ]),
    )
    const { time_zone, from, to } = losses
    assert.deepEqual([time_zone, from, to], [zone, FIRST, LAST])
    met += shown(losses, ['written_off', 'recovered', 'waived']).size
  }
  assert.ok(met >= 3, 'nothing was lost')
})

test('expected cash matches the plans', async () => {
  for (const { sandbox, storeId } of views()) {
    const plans = await rows(
      `SELECT i.due_on::text AS day, o.currency, i.capital + i.interest + i.fee AS amount
       FROM instalments i JOIN loans l USING (store_id, order_id) JOIN orders o ON o.id = i.order_id
       WHERE l.sandbox = $1 AND l.cancelled_on IS NULL AND ($2::text IS NULL OR l.store_id = $2)
         AND i.due_on BETWEEN $3 AND $4`,
      [sandbox, storeId ?? null, FIRST, LAST],
    )
    const expected = sums(plans, ({ day, currency, amount }) => [
      [`${day} ${currency} expected`, Number(amount)],
    ])
    assert.ok(expected.size > 0)
    assert.deepEqual(shown(await cashOf(sandbox, storeId), ['expected']), expected)
  }
})

test('the amount lent is the sum of confirmations, less later reductions', async () => {
  for (const { sandbox, zone, storeId } of views()) {
    const own = (await postings(sandbox, zone)).filter(
      (each) => storeId === undefined || each.storeId === storeId,
    )
    const days = new Map(
      own.filter(({ kind }) => kind === 'confirm').map((each) => [each.orderId, each.day]),
    )
    const lent = sums(own, ({ orderId, kind, debit, credit, currency, amount }) => {
      const key = `${days.get(orderId)} ${currency}`
      if (kind === 'confirm' && credit === 'uncaptured') {
        return [
          [`${key} amount`, amount],
          [`${key} orders`, 1],
        ] as const
      }
      return kind === 'edit' && debit === 'uncaptured' ? [[`${key} amount`, -amount]] : []
    })
    const body = await figure('volume', sandbox, queryOf(storeId))
    assert.deepEqual(shown(body, ['orders', 'amount']), lent)
    const list = `/lender/orders?confirmed-gte=${FIRST}${storeId ? `&store-id=${storeId}` : ''}`
    const orders = body.results.reduce((all: number, row: Json) => all + row.orders, 0)
    assert.equal((await ask(`${list}&page_size=1`, sandbox)).body.paging.count, orders)
    // Every day is there, once for each currency.
    const currencies = new Set(body.results.map(({ currency }: Json) => currency))
    assert.equal(body.results.length, 365 * currencies.size)
  }
})

test('amounts captured and refunded by store match the ledger, counted and uncounted', async () => {
  for (const sandbox of MODES) {
    const booked = sums(await postings(sandbox), (each) => {
      const key = `${each.storeId} ${each.currency}`
      if (each.kind === 'capture' && each.credit === 'store_payable') {
        if (each.debit === 'uncaptured') return [[`${key} captured`, each.amount]]
      }
      const isBack = ['refund', 'cancel'].includes(each.kind) && each.debit === 'store_payable'
      const isFee = each.credit === 'store_fee_income' || each.credit === 'campaign_income'
      return isBack && !isFee ? [[`${key} refunded`, each.amount]] : []
    })
    const answered = (body: Json) =>
      sums(body.results as Json[], (row) =>
        ['captured', 'refunded'].map((name) => [
          `${row.store.id} ${row.currency} ${name}`,
          Number(row[name]),
        ]),
      )
    const body = await figure('settlements', sandbox)
    assert.deepEqual(answered(body), booked)
    for (const { caller } of shops.filter((each) => each.caller.sandbox === sandbox)) {
      const own = await figure('settlements', sandbox, queryOf(caller.store.id))
      const theirs = [...booked].filter(([key]) => key.startsWith(caller.store.id))
      assert.deepEqual(answered(own), new Map(theirs))
    }
  }
})

test('debt by bucket and by month of signature matches the list', async () => {
  for (const { sandbox, storeId } of views()) {
    const query = storeId === undefined ? '' : `store-id=${storeId}`
    const { body } = await ask(`/lender/loans?summary=true&page_size=1&${query}`, sandbox)
    const keyed = (each: Json) => `${each.currency} ${each.bucket}`
    const owed = (each: Json, count: number, overdue: number) =>
      [keyed(each), [count, each.receivable, overdue]] as const
    const { results } = await figure('portfolio', sandbox, query)
    assert.deepEqual(
      new Map(results.map((each: Json) => owed(each, each.loans, each.overdue))),
      new Map(
        body.summary
          .filter(({ bucket }: Json) => bucket !== null)
          .map((each: Json) => owed(each, each.count, each.overdue_amount)),
      ),
    )
    const zone = storeId === undefined ? 'UTC' : 'Europe/Madrid'
    const span = `${SPAN}&${query}`
    const loans = await everything(`/lender/loans?${query}`, sandbox)
    const lateOf = (loan: Json) => {
      if (loan.receivable === 0) return loan.written_off > 0 ? 'written_off' : 'ended'
      return loan.days_past_due > 90 ? '4+' : String(Math.ceil(loan.days_past_due / 30))
    }
    const vintages = await figure('vintages', sandbox, span)
    assert.deepEqual(
      sums(vintages.results as Json[], ({ month, late, currency, ...row }) =>
        ['loans', 'receivable', 'written_off'].map((name) => [
          `${month} ${late} ${currency} ${name}`,
          Number(row[name]),
        ]),
      ),
      sums(loans, (loan) => {
        const month = dayOf(new Date(loan.created), zone).slice(0, 7)
        const key = `${month} ${lateOf(loan)} ${loan.currency}`
        return [
          [`${key} loans`, 1],
          [`${key} receivable`, loan.receivable],
          [`${key} written_off`, loan.written_off],
        ]
      }),
    )
  }
})

test('people by what they owe are all of them, each with everything', async () => {
  const bands = [0, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000]
  for (const { sandbox, storeId } of views()) {
    // All orders, whatever their state: nothing is left out before it is known to be nothing.
    const owed = await rows(
      `SELECT b.person_id, o.currency, sum(CASE WHEN o.state <> 'confirmed' OR l.order_id IS NULL
           THEN o.total_amount - o.voided_amount - o.refunded_uncaptured_amount
             - o.refunded_captured_amount
         ELSE l.receivable + CASE WHEN l.product <> 'pay_later' THEN 0 ELSE o.total_amount
           - o.voided_amount - o.refunded_uncaptured_amount - o.captured_amount END END) AS amount
       FROM orders o JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox
           AND b.id = o.buyer_id
         LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
       WHERE o.sandbox = $1 AND o.state = ANY($3)
         AND ($2::text IS NULL OR o.store_id = $2) GROUP BY 1, 2`,
      [sandbox, storeId ?? null, ['challenge_required', 'confirmation_required', 'confirmed']],
    )
    const expected = sums(owed, ({ currency, amount: text }) => {
      const amount = Number(text)
      const from = bands.filter((each) => each <= amount).at(-1)
      if (amount === 0) return []
      return [
        [`${currency} ${from} persons`, 1],
        [`${currency} ${from} amount`, amount],
      ]
    })
    const query = storeId === undefined ? '' : `store-id=${storeId}`
    const { results } = await figure('exposure', sandbox, query)
    assert.deepEqual(
      sums(results as Json[], ({ currency, at_least, persons, amount }) => [
        [`${currency} ${at_least} persons`, persons],
        [`${currency} ${at_least} amount`, amount],
      ]),
      expected,
    )
    for (const { at_least, below } of results) {
      assert.equal(below, bands[bands.indexOf(at_least) + 1] ?? null)
    }
  }
})

test('loans roll from where they were to where they are', async () => {
  const instalments = await rows(
    `SELECT i.order_id, l.store_id, i.due_on::text AS due_on, i.paid_on::text AS paid_on, i.due,
       i.reopened_on::text AS reopened_on, i.dropped, l.sandbox, l.written_off,
       l.written_off_on::text AS written_off_on,
       coalesce(l.written_off_on, l.cancelled_on)::text AS ended_on
     FROM instalments i JOIN loans l USING (store_id, order_id)`,
  )
  const byLoan = Map.groupBy(instalments, ({ order_id }) => order_id)
  const daysOn = (loan: readonly AnyRow[], day: string) => {
    const since = loan
      .filter((each) => each.due && (each.paid_on === null || each.paid_on > day))
      .filter((each) => !each.dropped || (each.ended_on !== null && each.ended_on > day))
      .map((each) => each.reopened_on ?? each.due_on)
      .filter((each) => each < day)
      .sort()
    return since.length === 0 ? 0 : (Date.parse(day) - Date.parse(since[0])) / DAY_MS
  }
  const bucketOf = (days: number) =>
    days === 0 ? 'current' : days > 90 ? '90+' : days > 60 ? '61-90' : days > 30 ? '31-60' : '1-30'
  let met = 0
  for (const [from, before, to] of [
    ['2026-12-24', '2026-12-23', '2027-01-24'],
    ['2027-01-02', '2027-01-01', '2027-03-15'],
    ['2027-02-01', '2027-01-31', '2027-04-30'],
  ] as const) {
    const rolled = sums([...byLoan.values()], (loan) => {
      const [{ sandbox, written_off: lost, written_off_on: on } = assert.fail()] = loan
      const [was, is] = [daysOn(loan, before), daysOn(loan, to)]
      if (!sandbox || (was === 0 && is === 0)) return []
      const isLost = Number(lost) > 0 && on !== null && on <= to
      return [[`${bucketOf(was)} ${isLost ? 'written_off' : bucketOf(is)}`, 1]]
    })
    const { results } = await figure('rolls', true, `from=${from}&to=${to}`)
    assert.deepEqual(
      sums(results as Json[], (row) => [[`${row.before} ${row.after}`, row.loans]]),
      rolled,
    )
    met += rolled.size
  }
  assert.ok(met >= 4, 'nobody was ever behind')
})

test('decisions and their reasons are those of the list', async () => {
  let refusals = 0
  for (const sandbox of MODES) {
    const listed = await everything('/lender/decisions', sandbox)
    const overturned = (each: Json) => each.review_outcome === 'overturned'
    const expected = sums(listed, (each) => {
      const day = each.created.slice(0, 10)
      const counted = ['decisions', each.outcome, ...(overturned(each) ? ['overturned'] : [])]
      return counted.map((name) => [`${day}  ${name}`, 1])
    })
    const members = ['decisions', 'accepted', 'checked', 'refused', 'overturned']
    assert.deepEqual(shown(await figure('decisions', sandbox), members), expected)
    for (const { reason, named, decisive } of (await figure('refusals', sandbox)).results) {
      const list = `/lender/decisions?outcome=refused&reason=${reason}`
      assert.equal((await ask(`${list}&page_size=1`, sandbox)).body.paging.count, named)
      assert.ok(decisive <= named)
      refusals += named
    }
  }
  assert.ok(refusals > 0)
})

test('payouts and approvals are those of their lists', async () => {
  for (const sandbox of MODES) {
    const listed = await everything('/lender/payouts', sandbox)
    const body = await figure('payouts', sandbox)
    assert.deepEqual(
      shown(body, ['payouts', 'paid', 'proposed', 'held']),
      sums(listed, ({ created, currency, status, amount }) => {
        const key = `${utc(created).slice(0, 10)} ${currency?.code ?? currency}`
        return [
          [`${key} payouts`, 1],
          [`${key} ${status}`, amount],
        ]
      }),
    )
    const approvals = await everything('/lender/approvals', sandbox)
    const statuses = ['pending', 'executed', 'declined']
    const { results } = await figure('approvals', sandbox)
    assert.deepEqual(
      sums(results as Json[], ({ action, ...row }) =>
        ['requests', ...statuses, 'ended'].map((name) => [`${action} ${name}`, Number(row[name])]),
      ),
      sums(approvals, ({ action, status }) => [
        [`${action} requests`, 1],
        [`${action} ${statuses.includes(status) ? status : 'ended'}`, 1],
      ]),
    )
  }
})
const utc = (text: string) => new Date(text).toISOString()

test('a file has the rows of the figure, and is recorded in the log', async () => {
  for (const name of figureNames) {
    const isPresent = name === 'portfolio' || name === 'exposure'
    const query = isPresent ? '' : '?from=2026-10-01&to=2026-12-01'
    const { status, body } = await ask(`/lender/figures/${name}.csv${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    const [columns = [], ...lines] = readCsv(body)
    const { body: shownAs } = await ask(`/lender/figures/${name}${query}`)
    const memberOf = (row: Json, column: string) =>
      String(/^store_(id|name)$/.test(column) ? row.store[column.slice(6)] : (row[column] ?? ''))
    assert.deepEqual(
      lines,
      shownAs.results.map((row: Json) => columns.map((column) => memberOf(row, column))),
    )
    const [action] = await rows(
      `SELECT count(*) FROM actions WHERE action = 'list.export'
         AND changes #>> '{list,new}' = $1`,
      [`figures/${name}`],
    )
    assert.equal(Number(action?.count), 1)
  }
})

test('a query is judged whole: days, their order, their number, a store', async () => {
  const none = '0'.repeat(32)
  for (const name of figureNames) {
    for (const suffix of ['', '.csv']) {
      const path = `/lender/figures/${name}${suffix}`
      for (const query of ['from=never', 'from=2026-02-30', 'to=&from=2026-01-01', 'at=1']) {
        const { status, body } = await ask(`${path}?${query}`)
        assert.deepEqual([status, body.error.code], [400, 'query_invalid'], `${path} ${query}`)
      }
      for (const id of [none, 'x', '%00']) {
        const { status, body } = await ask(`${path}?store-id=${id}`)
        assert.deepEqual([status, body.error.code], [404, 'store_not_found'], path)
      }
    }
  }
  const faults: readonly (readonly [string, string])[] = [
    ['volume?from=2026-01-02&to=2026-01-01', 'to'],
    ['volume?from=2026-01-01&to=2027-01-02', 'to'],
    ['volume?from=2026-01-01&from=2026-01-02', 'from'],
    ['cash?from=2026-01-01&to=2026-04-04', 'to'],
    ['volume?from=1969-12-31&to=1970-01-01', 'from'],
    ['volume?to=3000-01-01', 'to'],
    ['volume?to=9999-12-31', 'to'],
    [`volume?store-id=${shops[0]?.caller.store.id}&store-id=x`, 'store-id'],
    ['vintages?from=2024-01-01&to=2026-01-01', 'to'],
  ]
  for (const [query, field] of faults) {
    const { status, body } = await ask(`/lender/figures/${query}`)
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [400, [field]], query)
  }
  // As many days as there may be, and no more points than a figure has.
  const { body } = await ask('/lender/figures/volume?from=2026-01-01&to=2027-01-01')
  assert.ok(body.results.length <= limits.figurePointsMax)
  const { body: usual } = await ask('/lender/figures/volume')
  assert.deepEqual([usual.from, usual.to], ['2026-10-26', '2026-11-24'])
  const store = shops[0]?.caller.store.id
  const { body: own } = await ask(`/lender/figures/volume?store-id=${store}`)
  assert.deepEqual([own.from, own.to, own.store_id], ['2026-10-27', '2026-11-25', store])
})
