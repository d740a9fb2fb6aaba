// The acts that an object lists are those that its routes then allow: each act of each role.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { approve, colleague, LIVE } from '../../../../../test/fixtures/colleagues.ts'
import { lenderKey } from '../../../../../test/fixtures/lender.ts'
import { openPaymentShop, type PaymentShop } from '../../../../../test/fixtures/payment-shop.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { createTestService } from '../../../../../test/fixtures/test-service.ts'
import type { Json } from '../../../../../test/running-server.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { withdrawFromLoan } from '../../credit/loans/withdraw-from-loan.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { lenderRoles, storeRoles } from '../../model/staff/roles.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { compose } from '../../platform/database/compose.ts'
import {
  type Committed,
  type Database,
  rowSetsOf,
  type Transaction,
} from '../../platform/database/database.ts'
import { holdPayout } from '../../settlement/payouts/hold-payout.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { payPayout } from '../../settlement/payouts/pay-payout.ts'
import { changeStoreState } from '../stores/change-store-state.ts'
import type { StateAct } from '../stores/state-rules.ts'

const DAY = 86_400
const POOR_CARD = '4000000000009995'
const reason = { code: 'correction', note: 'It was looked at twice.' } as const
const decision = { ...standardLimits, sandbox: 'rules' as const, attempts_per_day_max: 1_000 }

let place: TestDatabase
let shop: PaymentShop
let desks: TestDesk
/** While it is set, every write is rolled back, and the answer is as if it were not. */
let isTried = false

type Asking = {
  readonly name: string
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Json }>
}
let callers: readonly Asking[]
/** A key is of one mode. */
let liveKey: Asking
const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
let [risk, finance, second]: Awaited<ReturnType<typeof colleague>>[] = []

const UNDONE = new Error('it was only tried')

function trying(database: Database): Database {
  return {
    ...database,
    async transaction<R>(
      queue: string | null,
      work: (tx: Transaction) => Promise<Committed<R>>,
      options?: Parameters<Database['transaction']>[2],
    ): Promise<R> {
      if (!isTried) return database.transaction(queue, work, options)
      const outcomes: R[] = []
      const trial = async (tx: Transaction): Promise<never> => {
        const { outcome, written } = await work(tx)
        const write = compose(rowSetsOf(written))
        if (write !== undefined) await tx.query(write.text, write.values)
        outcomes.splice(0, 1, outcome)
        throw UNDONE
      }
      await database.transaction(queue, trial, options).catch((error: unknown) => {
        if (error !== UNDONE) throw error
      })
      for (const outcome of outcomes) return outcome
      throw UNDONE
    },
  }
}

before(async () => {
  place = await openTestDatabase()
  const products = standardSettings.products.map((terms) => ({ ...terms, late_charge: 3_000 }))
  shop = await openPaymentShop(place.database, { products })
})
after(async () => {
  await desks?.settled()
  await place.stop()
})

/** Of the same instants, so that nobody's factor is old. */
async function signIn(): Promise<void> {
  const { clock } = shop.scenario.writing
  const database = trying(place.database)
  desks ??= testDesk(database, clock, { demo: true })
  const people = await Promise.all(
    lenderRoles.map(async (role) => ({ ...(await colleague(desks, role)), name: role })),
  )
  const { text } = await lenderKey(place.database, { clock })
  const { send } = createTestService(database, { privateKey: text, clock })
  callers = [...people, { name: 'key', send }]
  const ofLive = await lenderKey(place.database, { clock, mode: 'live' })
  const asKey = createTestService(database, { privateKey: ofLive.text, clock })
  liveKey = { name: 'key', send: asKey.send }
  risk = await colleague(desks, 'risk')
  finance = await colleague(desks, 'finance')
  second = await colleague(desks, 'risk')
}

type Acting = {
  readonly act: string
  readonly method?: string
  readonly path: string
  body?: object
}
type Thing = {
  readonly path: string
  readonly isLive?: true
  /** The request for each act, from the object that was read. */
  acts(read: Json): readonly Acting[]
}

const post = (act: string, path: string, more: object = {}): Acting => ({
  ...{ act, path, body: { reason, ...more } },
})

const orderOf = (id: string): Thing => ({
  path: `/lender/orders/${id}`,
  acts: () => [
    post('withdrawal', `/lender/loans/${id}/withdrawal`),
    { act: 'note', path: `/lender/loans/${id}/notes`, body: { note: 'They called.' } },
    {
      ...{ act: 'promise', path: `/lender/loans/${id}/promises` },
      body: { amount: 100, on: shop.scenario.writing.clock.now().toISOString().slice(0, 10) },
    },
  ],
})

const loanOf = (id: string): Thing => ({
  path: `/lender/loans/${id}`,
  acts: () => [
    post('withdrawal', `/lender/loans/${id}/withdrawal`),
    post('early_repayment', `/lender/loans/${id}/early-repayment`),
    post('late_charge_waiver', `/lender/loans/${id}/waivers`, { kind: 'late_charge', amount: 1 }),
    post('interest_waiver', `/lender/loans/${id}/waivers`, { kind: 'interest', amount: 1 }),
    post('credit_return', `/lender/loans/${id}/credit-returns`, { amount: 1 }),
    post('write_off', `/lender/loans/${id}/write-off`),
    post('write_off_undo', `/lender/loans/${id}/write-off/undo`),
  ],
})

const storeOf = (id: string, isLive = false): Thing => {
  const path = `/lender/stores/${id}`
  return {
    ...{ path, ...(isLive && { isLive }) },
    acts: ({ version, terms }) => [
      { act: 'change', method: 'PATCH', path, body: { version, legal_name: 'Bikes SL', reason } },
      post('activate', `${path}/activate`),
      post('suspend', `${path}/suspend`),
      post('resume', `${path}/resume`),
      post('close', `${path}/close`),
      post('terms', `${path}/terms`, {
        version: terms.version,
        refund_spread: terms.refund_spread === 'spread' ? 'next' : 'spread',
      }),
    ],
  }
}

const payoutOf = (id: string): Thing => ({
  path: `/lender/payouts/${id}`,
  acts: () => ['hold', 'release'].map((act) => post(act, `/lender/payouts/${id}/${act}`)),
})

const personOf = (id: string, other: string): Thing => {
  const path = `/lender/people/${id}`
  return {
    path,
    acts: () => [
      post('reveal', `${path}/reveal`, { fields: ['phone'] }),
      { act: 'export', method: 'GET', path: `${path}/export` },
      post('block', `${path}/block`),
      post('unblock', `${path}/unblock`),
      post('merge', `${path}/merge`, { into: other }),
      post('split', `${path}/split`),
      post('erase', `${path}/erase`),
    ],
  }
}

const decisionOf = (id: string): Thing => ({
  path: `/lender/decisions/${id}`,
  acts: () => [
    {
      ...{ act: 'review', path: `/lender/decisions/${id}/review` },
      body: { outcome: 'overturned', note: 'They had been right.' },
    },
  ],
})

type Outcome = { readonly code: string | null; readonly takesTwo: boolean }

/** The route's answer, without its effect. */
async function tried(
  by: Asking,
  { method = 'POST', path, body }: Acting,
  headers?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  isTried = true
  try {
    const reply = await by.send(method, path, body, headers)
    const code = reply.body?.error?.code ?? null
    // A pending act is not requested twice: it is listed beside the acts.
    const isPending = code === 'approval_pending'
    return { code: isPending ? null : code, takesTwo: isPending || reply.status === 202 }
  } finally {
    isTried = false
  }
}

/** The differences between what an object says and what its routes answer. */
async function differencesOf(
  things: readonly Thing[],
): Promise<{ count: number; wrong: string[] }> {
  const wrong: string[] = []
  let count = 0
  for (const { path, acts, isLive } of things) {
    const headers = isLive && LIVE
    for (const by of isLive ? callers.with(-1, liveKey) : callers) {
      const read = await by.send('GET', path, undefined, headers)
      if (read.status === 403) continue
      assert.equal(read.status, 200, `${by.name} ${path} ${JSON.stringify(read.body)}`)
      for (const acting of acts(read.body)) {
        const said = read.body.allowed_actions[acting.act]
        const { code, takesTwo } = await tried(by, acting, headers)
        count++
        // A decision says up to which amount of its order nobody else is needed.
        const amount = read.body.inputs?.amount ?? 0
        const isAlone = said.alone_max === null || (said.alone_max > 0 && amount <= said.alone_max)
        const expected = {
          allowed: code === null,
          reason: code,
          isAlone: code !== null || !takesTwo,
        }
        const shown = {
          ...{ allowed: said.allowed, reason: said.reason },
          isAlone: !said.allowed || isAlone || read.body.erased != null,
        }
        try {
          assert.deepEqual(shown, expected)
        } catch {
          const text = `${JSON.stringify(shown)} ≠ ${JSON.stringify(expected)}`
          wrong.push(`${by.name} ${acting.act} ${path}: ${text}`)
        }
      }
    }
  }
  return { count, wrong }
}

/** An order with a loan, of the buyer with this card. */
async function lent(amount = 60_000, card?: string): Promise<string> {
  const id = await shop.waiting(amount)
  await shop.sign(id, card, 'instalments')
  shop.pass(1)
  await shop.confirm()
  return id
}

async function captured(amount = 60_000, card?: string): Promise<string> {
  const id = await lent(amount, card)
  const { writing, caller } = shop.scenario
  await captureOrder(writing, caller, { ref: id, amount: cents(amount) })
  return id
}

test('orders and loans: each state, each role, each act', async () => {
  const { writing, caller } = shop.scenario
  const late = await captured(60_000, POOR_CARD)
  const written = await captured(60_000, POOR_CARD)
  shop.pass(36 * DAY)
  await shop.collect()
  const credit = await captured(50_000)
  const cancelled = await lent()
  await cancelOrder(writing, caller, cancelled)
  const voided = await lent()
  await voidOrder(writing, caller, { ref: voided, amount: cents(60_000) })
  const withdrawn = await captured()
  await withdrawFromLoan(writing, caller, withdrawn)
  const unconfirmed = await shop.waiting(60_000)
  await shop.sign(unconfirmed, undefined, 'instalments')
  await withdrawFromLoan(writing, caller, unconfirmed)
  const [open, confirmed, whole] = [await shop.waiting(60_000), await lent(), await captured()]
  const refunded = await captured()
  await refundOrder(writing, caller, { ref: refunded, amount: cents(60_000) })
  const repaid = await captured()
  const signed = await shop.waiting(60_000)
  await shop.sign(signed, undefined, 'instalments')
  await signIn()
  const act = async (id: string, noun: string, more: object = {}) => {
    const reply = await finance?.send('POST', `/lender/loans/${id}/${noun}`, { reason, ...more })
    assert.ok(reply !== undefined && reply.status < 300, JSON.stringify(reply?.body))
    return reply.body
  }
  const paid = { method: 'cash', reference: 'R-1', spread: 'next' }
  await act(credit, 'payments', { ...paid, amount: 50_000 })
  await refundOrder(writing, caller, { ref: credit, amount: cents(30_000) })
  await act(repaid, 'early-repayment')
  const { approval } = await act(written, 'write-off')
  const other = await colleague(desks, 'finance')
  assert.equal((await approve(other, approval)).body.status, 'executed')
  await act(late, 'write-off')

  const ofLoan = [late, written, credit, cancelled, voided, withdrawn, confirmed, whole, refunded]
  const loans = [...ofLoan, repaid].map(loanOf)
  const orders = [...ofLoan, repaid, unconfirmed, open, signed].map(orderOf)
  const { count, wrong } = await differencesOf([...loans, ...orders])
  assert.deepEqual(wrong, [])
  assert.ok(count > 700, `only ${count} were compared`)
  const ofStore = await differencesInStore([...ofLoan, repaid, unconfirmed, open, signed])
  assert.deepEqual(ofStore.wrong, [])
  assert.ok(ofStore.count > 230, `only ${ofStore.count} were compared`)
  const { body } = (await risk?.send('GET', `/lender/orders/${late}`)) ?? {}
  assert.deepEqual(
    body.pending_approvals.map((each: Json) => each.action),
    ['write_off'],
  )
})

/**
 * The acts that a store's order lists for each person, compared with the answers of their routes.
 */
async function differencesInStore(orders: readonly string[]) {
  const storeId = shop.scenario.caller.store.id
  const headers = { accept: SANDBOX, 'store-id': storeId }
  const wrong: string[] = []
  let count = 0
  for (const role of storeRoles) {
    const wish = { name: role, email: `${role}@shop.example`, membership: { storeId, role } }
    const { desk } = await desks.enrolled(await desks.invite(wish))
    for (const id of orders) {
      const path = `/orders/${id}`
      const { body: read } = await desk.send('GET', path, undefined, headers)
      const { body: taken } = await desk.send('GET', `${path}/captures`, undefined, headers)
      const captureId = taken.results[0]?.id ?? 'none'
      const acts: Readonly<Record<string, readonly [string, string, object?]>> = {
        capture: ['POST', '/captures', { amount: 1 }],
        void: ['POST', '/void', { amount: 1 }],
        refund: ['POST', '/refund', { amount: 1 }],
        capture_refund: ['POST', `/captures/${captureId}/refunds`, { amount: 1 }],
        edit: ['PATCH', '', { order: { total_amount: read.total_amount } }],
        cancel: ['POST', '/cancel'],
      }
      for (const [act, [method, noun, body]] of Object.entries(acts)) {
        const said = read.allowed_actions[act]
        const reply = await desk.send(method, `${path}${noun}?dry_run=true`, body, headers)
        const code = reply.body?.error?.code ?? null
        count++
        const isSame = said.allowed === (code === null)
        const isNamed = said.reason !== 'permission_missing' || code === said.reason
        if (isSame && isNamed) continue
        wrong.push(`${role} ${act} ${path}: ${JSON.stringify(said)} ≠ ${code}`)
      }
    }
  }
  return { count, wrong }
}

const begin = (more: object = {}): Promise<Scenario> =>
  createScenario(place.database, {
    clock: shop.scenario.writing.clock,
    settings: { decision },
    ...more,
  })

async function sign({ checkout, writing, caller }: Scenario, buyer = newBuyer(), amount = 10_000) {
  const { id: checkoutId } = await checkout(amount)
  await acceptCheckout(writing, caller, { checkoutId, wish: {}, buyerOf: () => buyer })
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [buyer.document_id],
  )
  return { person: String(row?.id), order: checkoutId, buyer }
}

test('stores: each state, each role, each act', async () => {
  await signIn()
  const [active, suspended, held, busy, unpaid, idle, closed] = await Promise.all(
    Array.from({ length: 7 }, () => begin({ buyer: newBuyer() })),
  )
  const move = ({ writing, caller }: Scenario, act: StateAct, switches = {}) => {
    const key = { storeId: caller.store.id, sandbox: true }
    return changeStoreState(writing, { ...key, act, switches, reason })
  }
  assert.ok(active && suspended && held && busy && unpaid && idle && closed)
  await move(suspended, 'suspend')
  await move(held, 'suspend', { captures: false, payouts: false })
  await busy.checkout(10_000)
  await move(busy, 'close')
  await unpaid.capture(await unpaid.confirmed(10_000), 10_000)
  await move(unpaid, 'close')
  await move(idle, 'close')
  await move(closed, 'close')
  await move(closed, 'close')
  const all = [active, suspended, held, busy, unpaid, idle, closed]
  const lifting = await risk?.send('POST', `/lender/stores/${suspended.caller.store.id}/resume`, {
    reason,
  })
  assert.equal(lifting?.status, 202)
  const { wrong, count } = await differencesOf(all.map(({ caller }) => storeOf(caller.store.id)))
  assert.deepEqual(wrong, [])
  assert.ok(count > 250, `only ${count} were compared`)
  const { body } = (await finance?.send('GET', storeOf(suspended.caller.store.id).path)) ?? {}
  assert.deepEqual(
    body.pending_approvals.map((each: Json) => each.action),
    ['store_resume'],
  )
  assert.equal(body.allowed_actions.resume.reason, 'permission_missing')
})

test('stores in live mode: each state, each role, each act', async () => {
  await signIn()
  const admin = callers.find(({ name }) => name === 'admin')
  const wish = { name: 'New shop', time_zone: 'Europe/Madrid', currency: 'EUR' }
  const more = { owner_email: 'owner@new.example', url: 'https://new.example' }
  const made = await admin?.send('POST', '/lender/stores', { ...wish, ...more }, LIVE)
  assert.equal(made?.status, 201, JSON.stringify(made?.body))
  const live = { sandbox: false } as const
  const [active, suspended, held, busy, idle, closed] = await Promise.all(
    Array.from({ length: 6 }, () => begin({ buyer: newBuyer(), ...live })),
  )
  assert.ok(active && suspended && held && busy && idle && closed)
  const move = ({ writing, caller }: Scenario, act: StateAct, switches = {}) =>
    changeStoreState(writing, { storeId: caller.store.id, ...live, act, switches, reason })
  await move(suspended, 'suspend')
  await move(held, 'suspend', { captures: false, payouts: false })
  await busy.checkout(10_000)
  await move(busy, 'close')
  await move(idle, 'close')
  await move(closed, 'close')
  await move(closed, 'close')
  const ids = [active, suspended, held, busy, idle, closed].map(({ caller }) => caller.store.id)
  const { wrong, count } = await differencesOf(
    [...ids, made?.body.id].map((id) => storeOf(id, true)),
  )
  assert.deepEqual(wrong, [])
  assert.ok(count > 250, `only ${count} were compared`)
})

test('payouts: each state, each role, each act', async () => {
  const waits = { interval: 'daily', weekday: null, day: null, hold_days: 3 } as const
  const key = (store: Scenario) => ({ storeId: store.caller.store.id, sandbox: true })
  const proposed: { store: Scenario; id: string }[] = []
  for (let index = 0; index < 4; index++) {
    const store = await begin({ settings: { decision, payout_schedule: waits } })
    await store.capture(await store.confirmed(10_000), 10_000)
    await placeEvents({ database: place.database, clocks: store.writing.clocks }, key(store))
    proposed.push({ store, id: '' })
  }
  shop.pass(DAY)
  await signIn()
  for (const each of proposed) {
    const [payout] = await makePayouts(each.store.writing, key(each.store), 'due')
    assert.equal(payout?.status, 'proposed')
    each.id = payout?.id ?? ''
  }
  const [, held, paid, off] = proposed
  assert.ok(held && paid && off)
  await holdPayout(held.store.writing, { ...key(held.store), id: held.id })
  await payPayout(paid.store.writing, { ...key(paid.store), id: paid.id, way: 'released' })
  const switches = { payouts: false }
  await changeStoreState(off.store.writing, { ...key(off.store), act: 'suspend', switches, reason })
  const { wrong, count } = await differencesOf(proposed.map(({ id }) => payoutOf(id)))
  assert.deepEqual(wrong, [])
  assert.ok(count > 30, `only ${count} were compared`)
})

test('people and decisions: each state, each role, each act', async () => {
  await signIn()
  const scenario = await begin()
  const [plain, blocked, merged, erased, free, other, waiting] = await Promise.all(
    Array.from({ length: 7 }, () => sign(scenario)),
  )
  assert.ok(plain && blocked && merged && erased && free && other && waiting)
  const act = async (by: typeof risk, { person }: { person: string }, noun: string, more = {}) => {
    const reply = await by?.send('POST', `/lender/people/${person}/${noun}`, { reason, ...more })
    assert.ok(reply !== undefined && reply.status < 300, JSON.stringify(reply?.body))
    const { approval } = reply.body
    if (approval === undefined || second === undefined) return
    assert.equal((await approve(second, approval)).body.status, 'executed')
  }
  await act(risk, blocked, 'block')
  await act(risk, free, 'block')
  await act(risk, free, 'unblock')
  await act(risk, merged, 'merge', { into: other.person })
  await act(risk, waiting, 'block')
  const waits = await risk?.send('POST', `/lender/people/${waiting.person}/unblock`, { reason })
  assert.equal(waits?.status, 202)
  await withdrawFromLoan(scenario.writing, scenario.caller, erased.order)
  await act(risk, erased, 'erase')
  // A blocked person is refused: for little, and for more than risk overturns alone.
  const refused = await sign(scenario, blocked.buyer)
  const large = await sign(scenario, blocked.buyer, 250_000)
  const reviewed = await sign(scenario, blocked.buyer)
  const rows = await place.database.query<AnyRow>(
    'SELECT id, order_id FROM decisions WHERE order_id = ANY($1::text[])',
    [[refused, large, reviewed, plain].map(({ order }) => order)],
  )
  const idOf = ({ order }: { order: string }) =>
    String(rows.find(({ order_id }) => order_id === order)?.id)
  const done = await risk?.send('POST', `/lender/decisions/${idOf(reviewed)}/review`, {
    ...{ outcome: 'confirmed', note: 'They are blocked.' },
  })
  assert.equal(done?.status, 201, JSON.stringify(done?.body))
  const things = [
    ...[plain, blocked, merged, erased, free, other].map(({ person }) =>
      personOf(person, person === plain.person ? free.person : plain.person),
    ),
    ...[refused, large, reviewed, plain].map((each) => decisionOf(idOf(each))),
  ]
  const { count, wrong } = await differencesOf(things)
  assert.deepEqual(wrong, [])
  assert.ok(count > 250, `only ${count} were compared`)
  const { body } = (await finance?.send('GET', `/lender/people/${waiting.person}`)) ?? {}
  assert.deepEqual(
    body.pending_approvals.map((each: Json) => each.action),
    ['person_unblock'],
  )
  const { body: opened } = (await risk?.send('GET', `/lender/decisions/${idOf(large)}`)) ?? {}
  const { review } = opened.allowed_actions
  assert.deepEqual(review, { allowed: true, reason: null, max: null, alone_max: 200_000 })
})
