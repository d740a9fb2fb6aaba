// Decisions through time, on data in the database: limits, attempts, reviews, and races.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Buyer, type CreateCheckout, cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { DecisionLimits } from '../../model/decision-limits/limits.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { keepHistory } from '../../orders/history/keep-history.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { type AcceptInput, acceptCheckout, type Signing } from '../checkouts/accept-checkout.ts'
import { createCheckout } from '../checkouts/create-checkout.ts'
import type { Question, Verdict } from './decision.ts'
import { listDecisions } from './list-decisions.ts'
import { reviewDecision } from './review-decision.ts'
import { reasonOf } from './rules.ts'

const HOUR = 3_600_000
const start = new Date('2026-11-21T10:00:00Z')
const place = ownDatabase()
let scenario: Scenario
let buyer: Buyer

beforeEach(async () => {
  buyer = newBuyer()
  scenario = await createScenario(place.database)
})

const hours = (count: number): Date => new Date(start.getTime() + count * HOUR)
const at = (moment: Date): Signing => ({
  ...scenario.writing,
  database: place.database,
  clock: { now: () => moment },
})

/** The store with these limits; the rules decide, as they do with real money. */
function limited(limits: Partial<DecisionLimits> = {}, sandbox = true): Caller {
  const { store } = scenario.caller
  const decision = { ...standardLimits, sandbox: 'rules' as const, ...limits }
  return { sandbox, store: { ...store, settings: { ...store.settings, decision } } }
}

const currencyOf = ({ store }: Caller): string => store.settings.products[0]?.currency ?? ''

/** The same store where everything is sold in another currency. */
function inDollars({ sandbox, store }: Caller): Caller {
  const products = store.settings.products.map((terms) => ({ ...terms, currency: 'USD' }))
  return { sandbox, store: { ...store, settings: { ...store.settings, products } } }
}

async function created(amount: number, caller = limited(), moment = start): Promise<string> {
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: amount }
  const order = {
    id: scenario.writing.ids.next(),
    currency: currencyOf(caller),
    total_amount: amount,
  }
  const body: CreateCheckout = {
    order: { ...order, articles: [article] },
    customer: { email: 'ada@example.com' },
  }
  return (await createCheckout(at(moment), caller, { body, request: { ...body } })).id
}

type Given = {
  readonly amount?: number
  readonly caller?: Caller
  readonly person?: Partial<Buyer>
  readonly moment?: Date
  readonly signing?: Partial<Signing>
  readonly checkoutId?: string
}

async function sign(given: Given = {}): Promise<Order> {
  const { amount = 50_000, caller = limited(), person = {}, moment = start, signing } = given
  const checkoutId = given.checkoutId ?? (await created(amount, caller, moment))
  const input: AcceptInput = { checkoutId, wish: {}, buyerOf: () => ({ ...buyer, ...person }) }
  return acceptCheckout({ ...at(moment), ...signing }, caller, input)
}

async function decisionOn({ id }: { readonly id: string }, caller = limited()) {
  const decisions = await listDecisions({ database: place.database }, caller, id)
  assert.equal(decisions.length, 1)
  const [decision] = decisions
  assert.ok(decision?.inputs)
  return { ...decision, inputs: decision.inputs, codes: decision.reasons.map(({ code }) => code) }
}

const refusedWith = async (order: Order, ...codes: readonly string[]): Promise<void> => {
  assert.deepEqual([order.state, order.statusReason], ['ko', 'ko_generic'])
  assert.deepEqual((await decisionOn(order)).codes, codes)
}

test('a decision stores what was judged, and nothing that names the person', async () => {
  const person = {
    first_name: 'Zoe',
    last_name: 'Ypsilon',
    birthday: '1987-03-04',
    income: 200_000,
  }
  const order = await sign({ person })
  assert.equal(order.state, 'confirmation_required')
  const { inputs, ...decision } = await decisionOn(order)
  assert.deepEqual(
    [decision.outcome, decision.decider, decision.version, decision.buyerId],
    ['accepted', 'rules', '1', order.buyerId],
  )
  assert.deepEqual(
    [inputs.amount, inputs.age, inputs.income, inputs.num_instalments],
    [50_000, 39, 200_000, 3],
  )
  const [row] = await place.database.query<AnyRow>(
    'SELECT to_jsonb(d)::text AS text FROM decisions d WHERE order_id = $1',
    [order.id],
  )
  for (const personal of ['Zoe', 'Ypsilon', '1987', buyer.document_id, '600000000', 'ada@']) {
    assert.ok(!row?.text.includes(personal), personal)
  }
})

test('attempts count for 24 hours, the refused ones too, of this buyer alone', async () => {
  const caller = limited({ attempts_per_day_max: 2 })
  await sign({ caller, moment: hours(0) })
  await sign({ caller, moment: hours(1) })
  await refusedWith(await sign({ caller, moment: hours(2) }), 'attempts_exceeded')
  const other = await sign({ caller, moment: hours(2), person: { document_id: 'X1234567L' } })
  assert.equal(other.state, 'confirmation_required')
  await refusedWith(await sign({ caller, moment: hours(24) }), 'attempts_exceeded')
  // An attempt exactly 24 hours old no longer counts: two are left, both refused.
  await refusedWith(await sign({ caller, moment: hours(25) }), 'attempts_exceeded')
  assert.equal((await sign({ caller, moment: hours(48.5) })).state, 'confirmation_required')
})

test('an open order counts until it is abandoned, in the same currency', async () => {
  const caller = limited({ open_amount_max: 100_000 })
  const first = await sign({ caller, amount: 60_000 })
  await refusedWith(await sign({ caller, amount: 40_001 }), 'open_amount_exceeded')
  await cancelOrder(at(start), caller, first.id)
  const second = await sign({ caller, amount: 40_001 })
  assert.equal((await decisionOn(second)).inputs.loans.open_amount, 0)
  const third = await sign({ caller, amount: 59_999 })
  assert.equal((await decisionOn(third)).inputs.loans.open_amount, 40_001)
  await refusedWith(await sign({ caller, amount: 100 }), 'open_amount_exceeded')
  const other = await sign({ caller: inDollars(caller), amount: 99_999 })
  assert.equal((await decisionOn(other)).inputs.loans.open_amount, 0)
})

test('an order that waits for an identity check is open too', async () => {
  const caller = limited({ open_amount_max: 100_000, check_from: 50_000 })
  const checked = await sign({ caller, amount: 60_000 })
  assert.equal(checked.state, 'challenge_required')
  await refusedWith(await sign({ caller, amount: 40_001 }), 'open_amount_exceeded')
})

for (const known of [false, true]) {
  const who = known ? 'known' : 'new'
  test(`concurrent signatures of a ${who} buyer within the limit pass`, async () => {
    const caller = limited({ open_amount_max: 100_000, attempts_per_day_max: 100 })
    if (known) await cancelOrder(at(start), caller, (await sign({ caller })).id)
    const ids: string[] = []
    while (ids.length < 5) ids.push(await created(40_000, caller))
    const orders = await Promise.all(ids.map((checkoutId) => sign({ caller, checkoutId })))
    const accepted = orders.filter(({ state }) => state === 'confirmation_required')
    assert.equal(accepted.length, 2)
    for (const order of orders) await decisionOn(order)
  })
}

test('only as many concurrent signatures pass as the day allows', async () => {
  const caller = limited({ attempts_per_day_max: 3 })
  const ids: string[] = []
  while (ids.length < 6) ids.push(await created(10_000, caller))
  const orders = await Promise.all(ids.map((checkoutId) => sign({ caller, checkoutId })))
  assert.equal(orders.filter(({ state }) => state === 'confirmation_required').length, 3)
  const attempts = await Promise.all(
    orders.map(async (order) => (await decisionOn(order)).inputs.attempts),
  )
  assert.deepEqual(attempts.sort(), [0, 1, 2, 3, 4, 5])
})

test('the buyer comes of age at midnight of the store', async () => {
  const person = { birthday: '2008-11-22' }
  const eve = new Date('2026-11-21T22:59:59Z')
  await refusedWith(await sign({ person, moment: eve }), 'age_below_minimum')
  const midnight = new Date('2026-11-21T23:00:00Z')
  assert.equal((await sign({ person, moment: midnight })).state, 'confirmation_required')
})

test('in the sandbox the test person alone decides; the rules are advice', async () => {
  const caller = limited({ sandbox: 'person', open_amount_max: 1 })
  const cases = [
    [buyer.document_id, 'confirmation_required', 'accepted'],
    ['99999998T', 'ko_generic', 'refused'],
    ['99999995C', 'challenge_required', 'checked'],
  ] as const
  for (const [document_id, reason, outcome] of cases) {
    const order = await sign({ caller, person: { document_id, birthday: '2020-01-01' } })
    assert.equal(order.statusReason, reason)
    const decision = await decisionOn(order)
    assert.deepEqual([decision.outcome, decision.decider], [outcome, 'person'])
    const advice = decision.reasons.filter(({ advisory }) => advisory).map(({ code }) => code)
    assert.deepEqual(advice, ['age_below_minimum', 'open_amount_exceeded'])
  }
})

test('with real money the rules decide; the demo works like the sandbox', async () => {
  const caller = limited({ sandbox: 'person' }, false)
  const person = { document_id: '99999998T' }
  const order = await sign({ caller, person })
  assert.equal(order.state, 'confirmation_required')
  assert.equal((await decisionOn(order, caller)).decider, 'rules')
  const played = await sign({ caller, person, signing: { demo: true } })
  assert.equal(played.statusReason, 'ko_generic')
})

test('a required income is requested while the checkout stays open', async () => {
  const caller = limited({ income_from: 50_000 })
  const checkoutId = await created(50_000, caller)
  await assert.rejects(sign({ caller, checkoutId }), (error: unknown) => {
    assert.ok(error instanceof Refused)
    assert.deepEqual(Object.keys(error.detail.fields ?? {}), ['income'])
    return true
  })
  const poor = await sign({ caller, checkoutId, person: { income: 48_000 } })
  await refusedWith(poor, 'instalment_share_exceeded')
  const rich = await sign({ caller, person: { income: 200_000 } })
  assert.equal(rich.state, 'confirmation_required')
  assert.equal((await sign({ caller, amount: 49_999 })).state, 'confirmation_required')
})

test('the history that the store sent is judged, unknown statuses as unknown', async () => {
  const caller = limited({ history_due_max: 1_000, history_cancelled_share_max: 5_000 })
  const history = async (due: number, ...statuses: readonly string[]) => {
    const checkoutId = await created(50_000, caller)
    const sent = statuses.map((status, index) => ({
      id: `${index}`,
      amount: 1_000,
      due: [due, 777][index] ?? 0,
      status,
      type: 'card',
      order_date: '2026-01-01',
      currency: index === 1 ? 'USD' : 'EUR',
    }))
    await keepHistory(at(start), caller, { ref: checkoutId, sent })
    return sign({ caller, checkoutId })
  }
  await refusedWith(await history(1_001, 'pending'), 'history_due_exceeded')
  const five = ['cancelled', 'cancelled', 'cancelled', 'complete', 'processing'] as const
  const checked = await history(1_000, ...five, 'Cancelled', 'lost')
  assert.equal(checked.state, 'challenge_required')
  const { history: summary } = (await decisionOn(checked)).inputs
  const known = { complete: 1, cancelled: 3, processing: 1, pending: 0, unknown: 2 }
  assert.deepEqual(summary, { entries: 7, ...known, due: 1_000 })
})

test('a signature that is not possible leaves no decision behind', async () => {
  const caller = limited({ attempts_per_day_max: 1 })
  const checkoutId = await created(50_000, caller)
  for (const document_id of ['12345678A', 'x']) {
    await assert.rejects(sign({ caller, checkoutId, person: { document_id } }), Refused)
  }
  const order = await sign({ caller, checkoutId })
  assert.equal((await decisionOn(order)).inputs.attempts, 0)
  await assert.rejects(sign({ caller, checkoutId }), Refused)
  await decisionOn(order)
})

const review = (
  order: Order,
  decisionId: string,
  outcome: 'confirmed' | 'overturned',
  moment = start,
) =>
  reviewDecision(at(moment), limited(), {
    ref: order.id,
    decisionId,
    review: { outcome, note: 'Looked at.' },
  })

test('an overturned reason is lifted for 30 days, up to its amount', async () => {
  const caller = limited({ open_amount_max: 30_000 })
  const refused = await sign({ caller, amount: 50_000 })
  const { id } = await decisionOn(refused)
  const reviewed = await review(refused, id, 'overturned', hours(1))
  assert.deepEqual(reviewed.review?.outcome, 'overturned')
  assert.equal((await decisionOn(refused)).review?.note, 'Looked at.')
  const again = await sign({ caller, amount: 50_000, moment: hours(2) })
  assert.equal(again.state, 'confirmation_required')
  const decision = await decisionOn(again)
  const [reason] = decision.reasons
  assert.deepEqual([reason?.effect, reason?.waived_by], ['none', id])
  assert.equal(decision.inputs.attempts, 0)
  await refusedWith(
    await sign({ caller, amount: 50_001, moment: hours(2) }),
    'open_amount_exceeded',
  )
  const late = await sign({ caller, amount: 50_000, moment: hours(1 + 30 * 24) })
  await refusedWith(late, 'open_amount_exceeded')
})

test('a confirmed refusal lifts nothing and is reviewed once, also by two together', async () => {
  const caller = limited({ open_amount_max: 30_000 })
  const refused = await sign({ caller })
  const { id } = await decisionOn(refused)
  const results = await Promise.allSettled([1, 2, 3].map(() => review(refused, id, 'confirmed')))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) {
    if (result.status === 'rejected') assert.equal(result.reason.code, 'decision_reviewed')
  }
  await refusedWith(await sign({ caller }), 'open_amount_exceeded')
})

test('decisions never change; of a review only the note can be erased', async () => {
  const refused = await sign({ caller: limited({ open_amount_max: 1 }) })
  const { id } = await decisionOn(refused)
  await review(refused, id, 'confirmed')
  const { query } = place.database
  for (const change of [
    `UPDATE decisions SET outcome = 'accepted'`,
    'DELETE FROM decisions',
    'TRUNCATE decisions CASCADE',
    `UPDATE decision_reviews SET outcome = 'overturned', note = NULL`,
    `UPDATE decision_reviews SET note = 'Other words.'`,
    'DELETE FROM decision_reviews',
    'TRUNCATE decision_reviews',
  ]) {
    await assert.rejects(query(change, []), /never changed/, change)
  }
  await query('UPDATE decision_reviews SET note = NULL WHERE order_id = $1', [refused.id])
  assert.deepEqual((await decisionOn(refused)).review?.note, null)
})

const says = (outcome: Verdict['outcome']): Verdict => ({
  outcome,
  reasons: outcome === 'accepted' ? [] : [reasonOf('scorecard', 'scorecard_refused', outcome)],
  version: '7',
})

/** A lender's decider, and the questions it got. */
function lender(answer: (count: number) => Promise<Verdict> | Verdict) {
  const questions: Question[] = []
  const scorecard = {
    outdated: says('checked'),
    async decide(question: Question) {
      questions.push(question)
      return answer(questions.length)
    },
  }
  return { questions, signing: { scorecard } }
}

test('the scorecard evaluates the person, and its refusal counts', async () => {
  const { questions, signing } = lender(() => says('refused'))
  const order = await sign({ signing, person: { birthday: '1987-03-04' } })
  await refusedWith(order, 'scorecard_refused')
  const decision = await decisionOn(order)
  assert.deepEqual([decision.decider, decision.version], ['scorecard', '1+7'])
  const [question] = questions
  assert.deepEqual(question?.person, { document: buyer.document_id, birthday: '1987-03-04' })
  assert.deepEqual(question?.inputs, decision.inputs)
})

test('the scorecard is not called for buyers who are declined or cannot sign', async () => {
  const { questions, signing } = lender(() => says('accepted'))
  await refusedWith(
    await sign({ signing, caller: limited({ open_amount_max: 1 }) }),
    'open_amount_exceeded',
  )
  await assert.rejects(sign({ signing, person: { document_id: 'x' } }), Refused)
  await assert.rejects(sign({ signing, checkoutId: '0'.repeat(32) }), Refused)
  assert.equal(questions.length, 0)
})

test('the scorecard is called outside transactions, and again after a change', async () => {
  const { questions, signing } = lender(async (count) => {
    if (count === 1) await sign({ amount: 10_000 })
    return says('accepted')
  })
  const order = await sign({ signing })
  assert.equal(order.state, 'confirmation_required')
  const open = questions.map(({ inputs }) => inputs.loans.open_amount)
  assert.deepEqual(open, [0, 10_000])
  assert.equal((await decisionOn(order)).inputs.loans.open_amount, cents(10_000))
})

test('a scorecard is given up when the data never stop changing', async () => {
  const { questions, signing } = lender(async () => {
    await sign({ amount: 1_000 })
    return says('accepted')
  })
  const order = await sign({ signing })
  assert.equal(questions.length, 3)
  assert.equal(order.state, 'challenge_required')
})

test('a checkout that ends during the call to the scorecard is not signed', async () => {
  const checkoutId = await created(50_000)
  const { signing } = lender(async () => {
    await cancelOrder(at(start), limited(), checkoutId)
    return says('accepted')
  })
  await assert.rejects(sign({ signing, checkoutId }), (error: unknown) => {
    assert.equal(error instanceof Refused && error.code, 'checkout_finished')
    return true
  })
  const reading = { database: place.database }
  assert.deepEqual(await listDecisions(reading, limited(), checkoutId), [])
})

test('concurrent signatures of one buyer respect the limit with a scorecard, too', async () => {
  const caller = limited({ open_amount_max: 100_000, attempts_per_day_max: 100 })
  const { signing } = lender(() => says('accepted'))
  const ids: string[] = []
  while (ids.length < 4) ids.push(await created(40_000, caller))
  const orders = await Promise.all(ids.map((checkoutId) => sign({ caller, checkoutId, signing })))
  const open = orders.filter(({ state }) => state !== 'ko')
  assert.equal(open.length, 2)
})
