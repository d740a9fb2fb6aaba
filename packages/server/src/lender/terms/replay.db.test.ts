// A dry run of terms says who would have been judged otherwise, as others are judged for real.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Product } from '@svc/api'
import { type Colleague, colleague } from '../../../../../test/fixtures/colleagues.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json } from '../../../../../test/fixtures/test-service.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { standardProducts } from '../../model/stores/standard-products.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'
import { Refused } from '../../platform/refusal.ts'

const reason = { code: 'routine', note: 'As the committee decided.' }
const place = ownDatabase()
let risk: Colleague
before(async () => {
  risk = await colleague(testDesk(place.database, { now: () => new Date() }), 'risk')
})

type Terms = Pick<StoreSettings, 'decision' | 'products'>
type Signing = {
  readonly amount: number
  readonly product: Product
  readonly count: number
  readonly income: number | undefined
  readonly birthday: string
}

const limits = { ...standardLimits, sandbox: 'rules' as const }
const first: Terms = { decision: limits, products: standardProducts }
/** Dearer, for smaller amounts, in fewer payments, for those who earn more. */
const next: Terms = {
  decision: {
    ...limits,
    ...{ age_min: 30, open_amount_max: 250_000, income_from: 120_000, check_from: 90_000 },
  },
  products: standardProducts
    .filter(({ type }) => type !== 'pay_later')
    .map((each) =>
      each.type === 'instalments'
        ? { ...each, num_instalments: [3, 6], nominal_rate: 2_400, max_amount: 400_000 }
        : each,
    ),
}

const begin = (settings: Terms): Promise<Scenario> => createScenario(place.database, { settings })

/** The outcome for a new person who is otherwise like the one before. */
async function sign({ checkout, writing, caller }: Scenario, signing: Signing): Promise<string> {
  const { amount, product, count, income, birthday } = signing
  const buyer = { ...newBuyer(), birthday, ...(income !== undefined && { income }) }
  const wish = { product, num_instalments: count }
  try {
    const { id: checkoutId } = await checkout(amount)
    const { state } = await acceptCheckout(writing, caller, {
      ...{ checkoutId, wish, buyerOf: () => buyer },
    })
    if (state === 'ko') return 'refused'
    return state === 'challenge_required' ? 'checked' : 'accepted'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // An income that is missing can still be given: of a decision that is a refusal.
    return error.detail.fields?.income === undefined ? 'not_offered' : 'refused'
  }
}

let state = seedOf('terms')
function one<T>(choices: readonly T[]): T {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return choices[(state >>> 8) % choices.length] as T
}

/** Each product and count in turn, so that each change of the terms affects some. */
const signings = (): Signing[] =>
  Array.from({ length: 40 }, (_, index): Signing => {
    const product = (['instalments', 'pay_in_4', 'instalments', 'pay_later'] as const)[index % 4]
    const counts = { instalments: [3, 6, 12], pay_in_4: [4], pay_later: [1] }
    return {
      product: product ?? 'instalments',
      count: one(counts[product ?? 'instalments']),
      amount: one([20_000, 95_000, 150_000, 240_000, 300_000, 450_000]),
      income: one([undefined, 90_000, 130_000, 150_000, 400_000]),
      birthday: one(['1980-01-01', '2001-01-01']),
    }
  })

test('a dry run counts what becomes of the same signatures under the new terms', async () => {
  const [shop, other] = [await begin(first), await begin(next)]
  const path = `/lender/stores/${shop.caller.store.id}/terms`
  const versionOf = async () => (await risk.send('GET', path)).body.results[0].version
  const expected: string[] = []
  let signed = 0
  for (const signing of signings()) {
    const was = await sign(shop, signing)
    if (was === 'not_offered') continue
    signed++
    const is = await sign(other, signing)
    if (is !== was) expected.push(`${was} ${is}`)
  }
  const body = { version: await versionOf(), ...next, reason }
  const dry = await risk.send('POST', `${path}?dry_run=true`, body)
  assert.equal(dry.status, 200, JSON.stringify(dry.body))
  const { replay } = dry.body
  assert.deepEqual([replay.decisions, replay.complete], [signed, true])
  const counted = replay.changed.flatMap(({ from, to, count }: Json) =>
    Array.from({ length: count }, () => `${from} ${to}`),
  )
  assert.deepEqual(counted.toSorted(), expected.toSorted())
  assert.ok(new Set(expected).size >= 3, 'more than one kind')
  assert.equal(replay.examples.length, Math.min(20, expected.length))
  for (const { id, from } of replay.examples) {
    const { body: decision } = await risk.send('GET', `/lender/decisions/${id}`)
    assert.deepEqual([decision.store.id, decision.outcome], [shop.caller.store.id, from])
  }
  assert.equal(await versionOf(), body.version, 'nothing was done')
  const same = await risk.send('POST', `${path}?dry_run=true`, { version: body.version, reason })
  assert.deepEqual([same.body.replay.changed, same.body.replay.examples], [[], []])
  const real = await risk.send('POST', path, body)
  assert.deepEqual([real.status, real.body.replay], [200, undefined])
})

test('debts elsewhere count against the limit that the terms would set', async () => {
  const [elsewhere, shop, other] = [await begin(first), await begin(first), await begin(next)]
  const buyer = newBuyer()
  const signed = async ({ checkout, writing, caller }: Scenario, amount: number) => {
    const { id: checkoutId } = await checkout(amount)
    const wish = { product: 'instalments', num_instalments: 3 } as const
    const input = { checkoutId, wish, buyerOf: () => buyer }
    return (await acceptCheckout(writing, caller, input)).state
  }
  assert.equal(await signed(elsewhere, 200_000), 'confirmation_required')
  assert.equal(await signed(shop, 80_000), 'confirmation_required')
  const path = `/lender/stores/${shop.caller.store.id}/terms`
  const { version } = (await risk.send('GET', path)).body.results[0]
  const { body } = await risk.send('POST', `${path}?dry_run=true`, { version, ...next, reason })
  assert.deepEqual(body.replay.changed, [{ from: 'accepted', to: 'refused', count: 1 }])
  assert.equal(await signed(other, 80_000), 'ko')
})
