// A buyer's card is authorised before he signs: once, whatever answers, dies or is asked twice.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Clock } from '../clock.ts'
import type { Caller } from '../context.ts'
import type { Database, Writer } from '../database/database.ts'
import { createIds } from '../ids.ts'
import { findOrder } from '../orders/store.ts'
import type { Authorising } from '../payments/authorising.ts'
import type { Payment } from '../payments/payment.ts'
import type { PaymentProvider, Providers } from '../payments/provider.ts'
import { createResolving } from '../payments/resolving.ts'
import { listPayments } from '../payments/store.ts'
import { Refused } from '../refusal.ts'
import { sandboxProviders } from '../sandbox-provider/sandbox-provider.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createVault } from '../vault.ts'
import { acceptCheckout } from './accept-checkout.ts'
import { authoriseCard } from './authorise-card.ts'
import { enterCard } from './enter-card.ts'
import { expireCheckout } from './expire-checkout.ts'
import { saveBuyer } from './save-buyer.ts'

const GOOD = '4111111111111111'
const DECLINED = '4012888888881881'
const LATE = '4000000000130007'
const LATE_REFUSED = '4000000000140006'
const buyer = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
  ...{ birthday: '1990-01-01', document_id: '12345678Z' },
}
const TOTAL = 20_000
const PART = TOTAL / 4
const SECOND_MS = 1_000

let opened: TestDatabase
let database: Database
before(async () => {
  opened = await openTestDatabase()
  database = opened.database
})
after(() => opened.stop())

type Asked = { readonly name: string; readonly key: string }

/** A shop whose clock stands still, and everything that its provider is asked for. */
async function openShop() {
  let now = new Date('2026-11-21T10:00:00Z').getTime()
  const clock: Clock = { now: () => new Date(now) }
  const ids = createIds(clock)
  const scenario = await createScenario(database, { clock })
  const asked: Asked[] = []
  const inner = sandboxProviders({ database, ids, demo: false })
  const failing = { after: '', before: '' }
  const providers: Providers = (scope, at) => {
    const provider = inner(scope, at)
    if (provider === undefined) return undefined
    const noted =
      <R extends { key: string }, T>(name: string, ask: (request: R) => Promise<T>) =>
      async (request: R): Promise<T> => {
        if (failing.before === name) throw new Error('the line is dead')
        asked.push({ name, key: request.key })
        const answer = await ask(request)
        if (failing.after === name) throw new Error('the line went dead')
        return answer
      }
    const watched: PaymentProvider = {
      ...provider,
      authorise: noted('authorise', provider.authorise),
      release: noted('release', provider.release),
      charge: noted('charge', provider.charge),
    }
    return watched
  }
  const authorising: Authorising = {
    ...{ database, clock, ids, providers },
    vault: createVault('a secret key of the tests'),
    log: { error: () => {} },
  }
  const resolving = createResolving(authorising)
  return {
    scenario,
    authorising,
    asked,
    failing,
    pass(seconds: number) {
      now += seconds * SECOND_MS
    },
    /** Everything that is due now is asked about. */
    async resolve() {
      while ((await resolving.work(() => {})) > 0);
    },
  }
}
type Shop = Awaited<ReturnType<typeof openShop>>

async function waiting({ scenario }: Shop): Promise<string> {
  const { id } = await scenario.checkout(TOTAL)
  await saveBuyer(scenario.writing, scenario.caller, { checkoutId: id, buyer })
  return id
}

/** As the routes do it. */
async function sign(shop: Shop, checkoutId: string, number?: string, product = 'pay_in_4') {
  const { scenario, authorising } = shop
  const { caller, writing } = scenario
  const wish = { product } as { product: 'pay_in_4' | 'instalments' }
  const token = await enterCard(authorising, caller, { checkoutId, number })
  const card = { checkoutId, wish, token, field: 'card_token' } as const
  try {
    const method = await authoriseCard(authorising, caller, card)
    const order = await acceptCheckout(writing, caller, { checkoutId, wish, method })
    return order.state
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

const paymentsOf = ({ scenario }: Shop, id: string): Promise<Payment[]> =>
  listPayments(database, { storeId: scenario.caller.store.id, id })
const statesOf = async (shop: Shop, id: string) =>
  (await paymentsOf(shop, id)).map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)
const stateOf = async ({ scenario: { caller } }: Shop, ref: string) =>
  (await findOrder(database, { storeId: caller.store.id, sandbox: true, ref }))?.state
const keysOf = ({ asked }: Shop, name: string) =>
  asked.filter((each) => each.name === name).map(({ key }) => key)

test('what is taken at once is held, and the number of the card is kept nowhere', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, GOOD), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
  const tables = await database.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    [],
  )
  for (const { name } of tables) {
    const [found] = await database.query(
      `SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE '%${GOOD}%'`,
      [],
    )
    assert.equal(found?.count, 0, name)
  }
})

test('instalments take nothing at once: a card that is given is only asked for', async () => {
  const shop = await openShop()
  const good = await waiting(shop)
  assert.equal(await sign(shop, good, GOOD, 'instalments'), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, good), ['authorisation released 0'])
  const declined = await waiting(shop)
  assert.equal(await sign(shop, declined, DECLINED, 'instalments'), 'card_declined')
  const none = await waiting(shop)
  assert.equal(await sign(shop, none, undefined, 'instalments'), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, none), [])
})

test('a declined card leaves the checkout open for another', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, DECLINED), 'card_declined')
  assert.equal(await stateOf(shop, id), 'in_process')
  shop.pass(1)
  assert.equal(await sign(shop, id, GOOD), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, id), [
    `authorisation failed ${PART}`,
    `authorisation held ${PART}`,
  ])
})

test('a bank that does not answer: nobody signs, and nothing is asked a second time', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, LATE), 'authorisation_pending')
  assert.equal(await sign(shop, id, LATE), 'authorisation_pending')
  assert.equal(await sign(shop, id, GOOD), 'authorisation_pending')
  assert.equal(await sign(shop, id, LATE, 'instalments'), 'authorisation_pending')
  assert.equal(keysOf(shop, 'authorise').length, 1)
  shop.pass(60)
  assert.equal(await sign(shop, id, LATE), 'confirmation_required')
  assert.equal(keysOf(shop, 'authorise').length, 1)
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
})

test('what was not answered is found out without anybody asking', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  const other = await waiting(shop)
  await sign(shop, id, LATE)
  await sign(shop, other, LATE_REFUSED)
  shop.pass(59)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation open ${PART}`])
  shop.pass(1)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
  assert.deepEqual(await statesOf(shop, other), [`authorisation failed ${PART}`])
  assert.equal(await sign(shop, other, GOOD), 'confirmation_required')
})

test('another card, or another wish, gives back what is held', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  const input = { checkoutId: id, number: GOOD }
  const token = await enterCard(shop.authorising, shop.scenario.caller, input)
  const card = { checkoutId: id, wish: { product: 'pay_in_4' }, token, field: 'card' } as const
  await authoriseCard(shop.authorising, shop.scenario.caller, card)
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
  shop.pass(1)
  assert.equal(await sign(shop, id, '5555555555554444'), 'confirmation_required')
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [
    `authorisation released ${PART}`,
    `authorisation held ${PART}`,
  ])
  const [first] = await paymentsOf(shop, id)
  assert.deepEqual(keysOf(shop, 'release'), [`${first?.id}.release`])
})

test('whatever ends an order before it is confirmed gives back what it holds', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const id = await waiting(shop)
  await sign(shop, id, GOOD)
  shop.pass(3 * 3_600)
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id })
  assert.equal(await stateOf(shop, id), 'ko')
  assert.deepEqual(await statesOf(shop, id), [`authorisation releasing ${PART}`])
  shop.failing.after = 'release'
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation releasing ${PART}`])
  shop.failing.after = ''
  shop.pass(60)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation released ${PART}`])
  assert.equal(new Set(keysOf(shop, 'release')).size, 1)
})

test('what turns out to be held after its checkout has ended is given back', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, LATE), 'authorisation_pending')
  shop.pass(2 * 3_600)
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id })
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation released ${PART}`])
})

test('a request that never arrived is sent again with its key while it is wanted', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const wanted = await waiting(shop)
  const given = await waiting(shop)
  shop.failing.before = 'authorise'
  assert.equal(await sign(shop, wanted, GOOD), 'authorisation_pending')
  assert.equal(await sign(shop, given, GOOD), 'authorisation_pending')
  shop.failing.before = ''
  const input = { storeId: caller.store.id, sandbox: true, ref: given }
  const row = { table: 'orders', where: { store_id: input.storeId, id: given } }
  const expiresAt = writing.clock.now()
  await database.transaction(null, async (tx) =>
    tx.commit(undefined, { ...row, set: { expires_at: expiresAt } }),
  )
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id: given })
  shop.pass(60)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, wanted), [`authorisation held ${PART}`])
  assert.deepEqual(await statesOf(shop, given), [`authorisation failed ${PART}`])
  const [sent] = await paymentsOf(shop, wanted)
  assert.deepEqual(keysOf(shop, 'authorise'), [sent?.id])
})

test('an answer that got lost on its way back is not asked for twice', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  shop.failing.after = 'authorise'
  assert.equal(await sign(shop, id, GOOD), 'authorisation_pending')
  shop.failing.after = ''
  assert.equal(await sign(shop, id, GOOD), 'confirmation_required')
  assert.equal(keysOf(shop, 'authorise').length, 1)
})

test('many who sign at once ask the bank for one thing, and one of them signs', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  const results = await Promise.all(Array.from({ length: 8 }, () => sign(shop, id, GOOD)))
  assert.equal(results.filter((each) => each === 'confirmation_required').length, 1)
  assert.equal(new Set(keysOf(shop, 'authorise')).size, 1)
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
})

/** A database that dies when its n-th transaction is about to begin, or has just been committed. */
function dying(at: number, when: 'before' | 'after'): Database {
  let count = 0
  const transaction: Writer['transaction'] = async (queue, work) => {
    count++
    if (count === at && when === 'before') throw new Error('killed')
    const outcome = await database.transaction(queue, work)
    if (count === at) throw new Error('killed')
    return outcome
  }
  return { ...database, transaction }
}

test('whoever dies between two steps is followed by one who goes on from there', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let step = 1; step <= 3; step++) {
      const shop = await openShop()
      const id = await waiting(shop)
      const killed = { ...shop, authorising: { ...shop.authorising, database: dying(step, when) } }
      await assert.rejects(sign(killed, id, GOOD), /killed/, `${when} ${step}`)
      const result = await sign(shop, id, GOOD)
      assert.equal(result, 'confirmation_required', `${when} ${step}`)
      assert.equal(new Set(keysOf(shop, 'authorise')).size, 1)
      assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
    }
  }
})

test('a card of another store or of no checkout stands for nothing', async () => {
  const shop = await openShop()
  const other: Scenario = await createScenario(database)
  const mine = await waiting(shop)
  const theirs = (await other.checkout(TOTAL)).id
  const input = { checkoutId: theirs, number: GOOD }
  const token = await enterCard(shop.authorising, other.caller, input)
  const card = { checkoutId: mine, wish: { product: 'pay_in_4' }, token, field: 'card' } as const
  const refusal = (error: unknown) =>
    error instanceof Refused &&
    error.code === 'body_invalid' &&
    'card' in (error.detail.fields ?? {})
  const caller: Caller = shop.scenario.caller
  await assert.rejects(authoriseCard(shop.authorising, caller, card), refusal)
  const live = { ...caller, sandbox: false }
  const unknown = { ...card, token: `card_${'0'.repeat(32)}` }
  await assert.rejects(authoriseCard(shop.authorising, caller, unknown), refusal)
  await assert.rejects(
    authoriseCard(shop.authorising, live, card),
    (error) => error instanceof Refused && error.code === 'live_not_configured',
  )
})
