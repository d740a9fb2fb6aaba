// New terms against checkouts and against each other: each is before or after, never between.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effort } from '../../../../../test/fixtures/effort.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { Refused } from '../../platform/refusal.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import { beginTerms } from '../../tenancy/stores/begin-terms.ts'
import { changeTerms } from './change-terms.ts'
import type { MadeTerms } from './planning.ts'
import { withdrawTerms } from './withdraw-terms.ts'

const START = Date.parse('2026-11-26T12:00:00Z')
const reason = { code: 'routine', note: 'As agreed.' } as const
let now = START
const place = ownDatabase()

const begin = (): Promise<Scenario> => {
  now = START
  const clock = { now: () => new Date(now) }
  return createScenario(place.database, { clock, sandbox: false })
}

type Wish = { readonly version: number; readonly fee: number; readonly from?: Date }

function change({ writing, caller }: Scenario, { version, fee, from }: Wish): Promise<MadeTerms> {
  const products = caller.store.settings.products.map((each) => ({
    ...{ ...each, fee_rate: fee, late_charge: fee, num_instalments: [...each.num_instalments] },
    ...{ term_days: each.term_days ?? undefined, capture_within: undefined },
  }))
  const { term_days: _, ...first } = products[0] ?? {}
  return changeTerms(writing, {
    ...{ storeId: caller.store.id, version, effectiveFrom: from, reason },
    change: { products: [first] as never },
    ...{ sandbox: false, demo: false },
  })
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refused) return error.code
      throw error
    },
  )

async function sign({ writing, caller }: Scenario, checkoutId: string): Promise<void> {
  const { id: storeId } = caller.store
  const time = { sandbox: false, at: writing.clock.now() }
  const store = await findStoreIn(place.database, { storeId, ...time })
  assert.ok(store !== undefined)
  const wish = { product: 'instalments' } as const
  const input = { checkoutId, wish, buyerOf: () => buyer }
  await acceptCheckout(writing, { ...caller, store }, input)
}

/** The agreed terms of each order, whatever it was made and signed under. */
async function agreed({ caller }: Scenario) {
  return place.database.query<{ version: number; fee: number; late: number }>(
    `SELECT o.terms_version AS version, o.fee_rate AS fee,
       (d.loan_terms ->> 'lateCharge')::integer AS late
     FROM orders o JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
     WHERE o.store_id = $1 AND o.product IS NOT NULL`,
    [caller.store.id],
  )
}

test('checkouts and signatures use one whole version while terms change', async () => {
  const shop = await begin()
  const rounds = effort({ short: 8, long: 40 })
  let fees = new Map([[1, 0]])
  for (let round = 1; round <= rounds; round++) {
    const open = await shop.checkout(10_000)
    now += 1_000
    const [made] = await Promise.all([
      change(shop, { version: round, fee: 100 + round }),
      sign(shop, open.id),
      shop.checkout(20_000).then(({ id }) => sign(shop, id)),
    ])
    fees = new Map([...fees, [made.version, 100 + round]])
  }
  const rows = await agreed(shop)
  assert.equal(rows.length, 2 * rounds)
  for (const { version, fee, late } of rows) {
    assert.deepEqual([fee, late], [fees.get(version), fees.get(version)], String(version))
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('terms take effect before or after each checkout, whenever this is recorded', async () => {
  const shop = await begin()
  const from = new Date(START + 5_000)
  await change(shop, { version: 1, fee: 50, from })
  for (const offset of [0, 4_999, 5_000, 5_001]) {
    now = START + offset
    const { id, termsVersion } = await shop.checkout(10_000)
    assert.equal(termsVersion, offset < 5_000 ? 1 : 2, String(offset))
    await sign(shop, id)
  }
  const key = { storeId: shop.caller.store.id, sandbox: false }
  await Promise.all([beginTerms(shop.writing, key), beginTerms(shop.writing, key)])
  assert.equal((await shop.checkout(10_000)).termsVersion, 2)
  assert.deepEqual((await agreed(shop)).map(({ version, fee }) => [version, fee]).sort(), [
    [1, 0],
    [1, 0],
    [2, 50],
    [2, 50],
  ])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('one of two concurrent changes for the same time is made', async () => {
  const shop = await begin()
  const from = new Date(START + 5_000)
  const wishes = [1, 2, 3].map((fee) => ({ version: 1, fee, from }))
  const outcomes = await Promise.all(wishes.map((wish) => outcome(change(shop, wish))))
  assert.deepEqual(outcomes.sort(), ['body_invalid', 'body_invalid', 'done'])
})

test('withdrawing terms as they take effect: one of the two happens', async () => {
  for (let round = 0; round < effort({ short: 6, long: 20 }); round++) {
    const shop = await begin()
    const { id: storeId } = shop.caller.store
    const { version } = await change(shop, { version: 1, fee: 9, from: new Date(START + 5_000) })
    now = START + 4_999
    const taking = outcome(
      withdrawTerms(shop.writing, {
        ...{ storeId, version, reason },
        ...{ sandbox: false, demo: false },
      }),
    )
    if (round % 2 === 0) now = START + 5_000
    const begun = beginTerms(shop.writing, { storeId, sandbox: false })
    const [taken] = await Promise.all([taking, begun])
    now = START + 6_000
    await beginTerms(shop.writing, { storeId, sandbox: false })
    const { termsVersion } = await shop.checkout(10_000)
    assert.equal(termsVersion, taken === 'done' ? 1 : version, taken)
    assert.ok(['done', 'terms_not_coming'].includes(taken), taken)
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})
