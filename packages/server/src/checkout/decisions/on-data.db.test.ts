// Decisions fall with the buyer's data, before a card is requested (contract §12.10).
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Buyer } from '@svc/api'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import { type DecisionLimits, standardLimits } from '../../model/decision-limits/limits.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { type AcceptInput, acceptCheckout, type Signing } from '../checkouts/accept-checkout.ts'
import { saveBuyer } from '../checkouts/save-buyer.ts'
import type { Question, Verdict } from './decision.ts'
import { listDecisions } from './list-decisions.ts'

const MINUTE = 60_000
const start = new Date('2026-11-21T10:00:00Z')
const place = ownDatabase()
let scenario: Scenario
let buyer: Buyer
let now = start

beforeEach(async () => {
  now = start
  buyer = newBuyer()
  scenario = await createScenario(place.database, { clock: { now: () => now } })
})

function limited(limits: Partial<DecisionLimits> = {}): Caller {
  const { store } = scenario.caller
  const decision = { ...standardLimits, sandbox: 'rules' as const, ...limits }
  return { sandbox: true, store: { ...store, settings: { ...store.settings, decision } } }
}

const accepts: Verdict = { outcome: 'accepted', reasons: [], version: '7' }

/** A lender's scorecard, and the questions it got. */
function lender(verdict: () => Verdict = () => accepts) {
  const questions: Question[] = []
  const decide = async (question: Question) => {
    questions.push(question)
    return verdict()
  }
  return { questions, scorecard: { outdated: accepts, decide } }
}

const signing = (scorecard?: Signing['scorecard']): Signing => ({
  ...scenario.writing,
  database: place.database,
  scorecard,
})

type Saved = Partial<Buyer> & {
  readonly product?: 'instalments'
  readonly num_instalments?: number
}

async function save(
  checkoutId: string,
  { product, num_instalments, ...more }: Saved = {},
  { caller = limited(), scorecard }: { caller?: Caller; scorecard?: Signing['scorecard'] } = {},
): Promise<string> {
  const wish = { product, num_instalments }
  try {
    await saveBuyer(signing(scorecard), caller, {
      ...{ checkoutId, wish, buyer: { ...buyer, ...more } },
    })
    return 'saved'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

async function sign(
  checkoutId: string,
  { caller = limited(), scorecard }: { caller?: Caller; scorecard?: Signing['scorecard'] } = {},
  wish: AcceptInput['wish'] = { product: 'instalments', num_instalments: 3 },
): Promise<string> {
  try {
    const order = await acceptCheckout(signing(scorecard), caller, { checkoutId, wish })
    return order.statusReason
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

async function seen(checkoutId: string) {
  const { caller } = scenario
  const key = { storeId: caller.store.id, sandbox: true, ref: checkoutId }
  const order = await findOrder(place.database, key)
  const decisions = await listDecisions({ database: place.database }, limited(), checkoutId)
  return {
    state: [order?.state, order?.statusReason],
    outcomes: decisions.map(({ outcome }) => outcome),
    codes: decisions.flatMap(({ reasons }) => reasons.map(({ code }) => code)),
    decisions,
  }
}

const chosen = { product: 'instalments', num_instalments: 3 } as const

test('accepted data leave the checkout open and are the signed data', async () => {
  const { id } = await scenario.checkout(50_000)
  const { questions, scorecard } = lender()
  assert.equal(await save(id, chosen, { scorecard }), 'saved')
  const { state, outcomes } = await seen(id)
  assert.deepEqual([state, outcomes], [['in_process', 'in_process'], ['accepted']])
  assert.equal(await sign(id, { scorecard }), 'confirmation_required')
  assert.equal((await seen(id)).decisions.length, 1)
  assert.equal(questions.length, 1)
})

test('a refusal ends the checkout immediately; other data change nothing', async () => {
  const { id } = await scenario.checkout(50_000)
  const caller = limited({ open_amount_max: 1 })
  assert.equal(await save(id, chosen, { caller }), 'saved')
  const { state, codes } = await seen(id)
  assert.deepEqual([state, codes], [['ko', 'ko_generic'], ['open_amount_exceeded']])
  assert.equal(await save(id, { document_id: 'X1234567L' }), 'checkout_finished')
  assert.equal(await sign(id), 'ko_generic')
  assert.equal((await seen(id)).decisions.length, 1)
  const notified = await place.database.query('SELECT 1 FROM notifications WHERE order_id = $1', [
    id,
  ])
  assert.equal(notified.length, 1)
})

test('the people of the sandbox are answered with their data', async () => {
  const caller = limited({ sandbox: 'person', open_amount_max: 1 })
  const refused = await scenario.checkout(50_000)
  await save(refused.id, { document_id: '99999998T' }, { caller })
  assert.deepEqual((await seen(refused.id)).state, ['ko', 'ko_generic'])
  const checked = await scenario.checkout(50_000)
  await save(checked.id, { ...chosen, document_id: '99999995C' }, { caller })
  assert.deepEqual((await seen(checked.id)).state, ['in_process', 'in_process'])
  assert.equal(await sign(checked.id, { caller }), 'challenge_required')
})

test('a checkout takes five decisions on data, and the last of them can be signed', async () => {
  const { id } = await scenario.checkout(50_000)
  for (const year of [1981, 1982, 1983, 1984, 1985]) {
    assert.equal(await save(id, { ...chosen, birthday: `${year}-01-01` }), 'saved')
  }
  // Names and phones are not decided on.
  assert.equal(await save(id, { ...chosen, birthday: '1985-01-01', phone: '600000009' }), 'saved')
  assert.equal((await seen(id)).decisions.length, 5)
  assert.equal(await save(id, { ...chosen, birthday: '1986-01-01' }), 'decision_limit_reached')
  assert.equal(await sign(id), 'confirmation_required')
  const { decisions } = await seen(id)
  assert.deepEqual([decisions.length, decisions.at(-1)?.inputs?.age], [5, 41])
})

test('five of ten concurrent sets of data are decided on', async () => {
  const { id } = await scenario.checkout(50_000)
  const years = Array.from({ length: 10 }, (_, index) => `${1980 + index}-01-01`)
  const answers = await Promise.all(years.map((birthday) => save(id, { ...chosen, birthday })))
  assert.equal(answers.filter((answer) => answer === 'saved').length, 5)
  assert.equal((await seen(id)).decisions.length, 5)
})

test('the signature counts the limits again, without the scorecard', async () => {
  const caller = limited({ open_amount_max: 80_000 })
  const { questions, scorecard } = lender()
  const [first, second] = [await scenario.checkout(50_000), await scenario.checkout(50_000)]
  await save(first.id, chosen, { caller, scorecard })
  await save(second.id, chosen, { caller, scorecard })
  assert.equal(await sign(first.id, { caller, scorecard }), 'confirmation_required')
  assert.equal(await sign(second.id, { caller, scorecard }), 'ko_generic')
  const { outcomes, codes } = await seen(second.id)
  assert.deepEqual([outcomes, codes], [['accepted', 'refused'], ['open_amount_exceeded']])
  assert.equal(questions.length, 2)
})

test('the scorecard’s check of the data still holds at the signature', async () => {
  const checked: Verdict = {
    ...accepts,
    outcome: 'checked',
    reasons: [
      {
        code: 'low',
        source: 'scorecard',
        effect: 'checked',
        advisory: false,
        waived_by: null,
        values: {},
        words: { es: 'Bajo.', en: 'Low.' },
      },
    ],
  }
  const { questions, scorecard } = lender(() => checked)
  const [first, other] = [await scenario.checkout(50_000), await scenario.checkout(10_000)]
  await save(first.id, chosen, { scorecard })
  // A counted value has changed: it is decided again with the same answer.
  assert.equal(await save(other.id, chosen), 'saved')
  assert.equal(await sign(other.id), 'confirmation_required')
  assert.equal(await sign(first.id, { scorecard }), 'challenge_required')
  assert.deepEqual((await seen(first.id)).outcomes, ['checked', 'checked'])
  assert.equal(questions.length, 1)
})

function pass(minutes: number): void {
  now = new Date(start.getTime() + minutes * MINUTE)
}

const changes: readonly (readonly [what: string, calls: number, (id: string) => Promise<void>])[] =
  [
    ['nothing', 1, async () => {}],
    ['the phone', 1, async (id) => void (await save(id, { ...chosen, phone: '600000009' }))],
    ['time: 29 minutes', 1, async () => pass(29)],
    ['time: 30 minutes', 2, async () => pass(30)],
  ]
for (const [what, calls, change] of changes) {
  test(`the scorecard is asked ${calls} times after a change of ${what}`, async () => {
    const { id } = await scenario.checkout(50_000)
    const { questions, scorecard } = lender()
    await save(id, chosen, { scorecard })
    await change(id)
    assert.equal(await sign(id, { scorecard }), 'confirmation_required')
    assert.equal(questions.length, calls)
  })
}

test('the scorecard is called for another plan', async () => {
  const { id } = await scenario.checkout(50_000)
  const { questions, scorecard } = lender()
  await save(id, chosen, { scorecard })
  const six = { product: 'instalments', num_instalments: 6 } as const
  assert.equal(await sign(id, { scorecard }, six), 'confirmation_required')
  assert.deepEqual(
    questions.map(({ inputs }) => inputs.num_instalments),
    [3, 6],
  )
})

test('a buyer who names no plan is judged by the lowest payments', async () => {
  const { id } = await scenario.checkout(50_000)
  const caller = limited()
  assert.equal(await save(id, { income: 50_000 }, { caller }), 'saved')
  assert.deepEqual((await seen(id)).outcomes, ['accepted'])
  const other = await scenario.checkout(50_000)
  assert.equal(await save(other.id, { ...chosen, income: 40_000 }, { caller }), 'saved')
  assert.deepEqual((await seen(other.id)).codes, ['instalment_share_exceeded'])
})

test('data without a required income wait for it', async () => {
  const { id } = await scenario.checkout(50_000)
  const caller = limited({ income_from: 1 })
  assert.equal(await save(id, chosen, { caller }), 'saved')
  assert.deepEqual((await seen(id)).decisions, [])
  assert.equal(await sign(id, { caller }), 'body_invalid')
  assert.equal(await save(id, { ...chosen, income: 200_000 }, { caller }), 'saved')
  assert.deepEqual((await seen(id)).outcomes, ['accepted'])
  assert.equal(await sign(id, { caller }), 'confirmation_required')
})

test('an abandoned checkout is not an attempt; a refusal of data is', async () => {
  const caller = limited({ attempts_per_day_max: 1 })
  const left = await scenario.checkout(50_000)
  await save(left.id, chosen, { caller })
  const declined = await scenario.checkout(50_000)
  await save(declined.id, chosen, { caller: limited({ open_amount_max: 1 }) })
  assert.deepEqual((await seen(declined.id)).state, ['ko', 'ko_generic'])
  const next = await scenario.checkout(50_000)
  await save(next.id, chosen, { caller })
  assert.deepEqual((await seen(next.id)).codes, ['attempts_exceeded'])
  assert.equal((await seen(next.id)).decisions[0]?.inputs?.attempts, 1)
})

test('when the data change meanwhile, the scorecard is called with the new data', async () => {
  const { id } = await scenario.checkout(50_000)
  let count = 0
  const scorecard: Signing['scorecard'] = {
    outdated: accepts,
    async decide() {
      if (++count === 1) {
        const other = await scenario.checkout(10_000)
        await save(other.id, chosen)
        await sign(other.id)
      }
      return accepts
    },
  }
  assert.equal(await save(id, chosen, { scorecard }), 'saved')
  assert.equal(count, 2)
  assert.equal((await seen(id)).decisions[0]?.inputs?.loans.open_amount, 10_000)
})
