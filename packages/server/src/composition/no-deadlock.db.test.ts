// Signatures of the same few people at several stores, captures, refunds, blocks, merges,
// suspensions and the lanes beside each other: what they lock they lock in one order, so that the
// server never has to break a deadlock (lender.md §9). `npm run test:long` does 10,000.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Buyer, cents } from '@svc/api'
import pg from 'pg'
import { atATime } from '../../../../test/at-a-time.ts'
import { effort } from '../../../../test/fixtures/effort.ts'
import { realWriting } from '../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../test/fixtures/seed.ts'
import { migratedPlace } from '../../../../test/fixtures/test-database.ts'
import { serviceOn } from '../../../../test/fixtures/test-service.ts'
import { createRandom, type Random } from '../../../../tools/simulate/random.ts'
import { audit } from '../audit/audit.ts'
import { acceptCheckout } from '../checkout/checkouts/accept-checkout.ts'
import { blockPerson } from '../lender/blocks/block-person.ts'
import { unblockPerson } from '../lender/blocks/unblock-person.ts'
import { mergePerson } from '../lender/merging/merge-person.ts'
import { splitPerson } from '../lender/merging/split-person.ts'
import { changeStoreState } from '../lender/stores/change-store-state.ts'
import { standardLimits } from '../model/decision-limits/limits.ts'
import { captureOrder } from '../orders/captures/capture-order.ts'
import { cancelOrder } from '../orders/editing/cancel-order.ts'
import { claimDue } from '../orders/notifications/claim-due.ts'
import { settleAttempt } from '../orders/notifications/settling.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { voidOrder } from '../orders/voids/void-order.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { Refused } from '../platform/refusal.ts'
import { placeActions } from '../tenancy/actions/place-actions.ts'
import { timedWorks } from './timed-work.ts'

const SEED = seedOf('no deadlock')
const OPERATIONS = effort({ short: 400, long: 10_000 })
const AT_ONCE = 8
const SHOPS = 3
/** Each of them is blocked, merged and split at times. */
const PEOPLE = 6
/** So many within one moment of the clock. */
const ROUND = 20
const STEP_MS = 36_000_000
const LOOKS_MAX = 300
const reason = { code: 'correction', note: 'It was looked at twice.' } as const
const decision = {
  ...{ ...standardLimits, sandbox: 'rules' as const },
  ...{ attempts_per_day_max: 100_000, open_amount_max: 100_000_000 },
}

type Work = { readonly name: string; readonly work: () => Promise<unknown> }

type Ground = {
  readonly database: Database
  readonly shops: readonly Scenario[]
  readonly people: readonly { readonly buyer: Buyer; readonly id: string }[]
  /** Those that were signed, of each shop. */
  readonly signed: string[][]
  pass(): void
  /** All actions. */
  place(): Promise<void>
  readonly lanes: readonly Work[]
}

async function groundOn(database: Database): Promise<Ground> {
  let now = Date.parse('2026-11-21T10:00:00Z')
  // Never the same moment twice: what is before something else is so by its time as well.
  const clock = { now: () => new Date(now++) }
  const buyers = Array.from({ length: PEOPLE }, newBuyer)
  const shops: Scenario[] = []
  for (let shop = 0; shop < SHOPS; shop++) {
    shops.push(await createScenario(database, { clock, settings: { decision } }))
  }
  const signed: string[][] = shops.map(() => [])
  for (const buyer of buyers) signed[0]?.push(await sign(shops[0], buyer))
  const rows = await database.query<{ id: string; document_number: string }>(
    'SELECT id, document_number FROM persons',
    [],
  )
  const people = buyers.map((buyer) => {
    const row = rows.find((each) => each.document_number === buyer.document_id)
    return { buyer, id: String(row?.id) }
  })
  const works = timedWorks(serviceOn(database, clock))
  const { expiry, lapses, loans, payments, payouts, proposedPayouts, terms } = works
  const timed = [expiry, lapses, loans, payments, payouts, proposedPayouts, terms]
  const lanes = timed.map(({ lane }) => {
    const { name, work } = lane()
    return { name, work: () => work(() => {}) }
  })
  return {
    ...{ database, shops, people, signed, lanes },
    pass: () => {
      now += STEP_MS
    },
    async place() {
      const placing = { database, clock: realWriting(database, clock).clock }
      for (const mode of ['sandbox', 'live'] as const) {
        while ((await placeActions(placing, mode)) > 0);
      }
    },
  }
}

async function sign(shop: Scenario | undefined, buyer: Buyer): Promise<string> {
  assert.ok(shop !== undefined)
  const { id: checkoutId } = await shop.checkout(10_000)
  const input = { checkoutId, wish: { product: 'instalments' } as const, buyerOf: () => buyer }
  return (await acceptCheckout(shop.writing, shop.caller, input)).id
}

async function confirmAll({ writing }: Scenario): Promise<void> {
  for (const notification of await claimDue(writing, 20)) {
    const startedAt = writing.clock.now()
    const answer = { durationMs: 1, status: 200, failure: null, response: '{"status":"ok"}' }
    const settled = { notification, verdict: 'ok', retryAfter: undefined } as const
    await settleAttempt(writing, { ...settled, attempt: { startedAt, ...answer } })
  }
}

/** Drawn before it begins, so that the operations of a seed are the same however they end. */
function draw(ground: Ground, random: Random): Work {
  const { shops, people, signed, lanes, database } = ground
  const number = random.between(0, SHOPS - 1)
  const [shop, of] = [shops[number], signed[number]]
  assert.ok(shop !== undefined && of !== undefined)
  const person = random.pick(people)
  const { id: blocked } = random.pick(people)
  const [one, other] = [random.pick(people), random.pick(people)]
  const [ref, kind] = [
    of[random.between(0, Math.max(0, of.length - 1))] ?? '',
    random.between(0, 99),
  ]
  const sum = { ref, amount: cents(100 * random.between(1, 40)) }
  const lane = random.pick(lanes)
  const { writing, caller } = shop
  const key = { storeId: caller.store.id, sandbox: caller.sandbox }
  const sandbox = { sandbox: true }
  const real = realWriting(database, writing.clock)
  const { id } = one
  const suspension = { ...key, act: 'suspend', switches: { captures: false }, reason } as const
  const works: readonly (readonly [below: number, name: string, work: Work['work']])[] = [
    [30, 'sign', async () => void of.push(await sign(shop, person.buyer))],
    [40, 'confirm', () => confirmAll(shop)],
    [58, 'capture', () => captureOrder(writing, caller, sum)],
    [63, 'refund', () => refundOrder(writing, caller, sum)],
    [66, 'void', () => voidOrder(writing, caller, sum)],
    [69, 'cancel', () => cancelOrder(writing, caller, ref)],
    [72, 'block', () => blockPerson(real, sandbox, { id: blocked, reason })],
    [75, 'unblock', () => unblockPerson(real, sandbox, { id: blocked, reason })],
    [77, 'merge', () => mergePerson(real, sandbox, { id, into: other.id, reason })],
    [80, 'split', () => splitPerson(real, sandbox, { id, reason })],
    [82, 'suspend', () => changeStoreState(writing, suspension)],
    [85, 'resume', () => changeStoreState(writing, { ...key, act: 'resume', reason })],
    [88, 'place', () => placeActions({ database, clock: real.clock }, 'sandbox')],
  ]
  const [, name, work] = works.find(([below]) => kind < below) ?? [0, lane.name, lane.work]
  return { name, work }
}

/** How it ended: a refusal is an end like another, anything else is not. */
async function ended({ name, work }: Work): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw new Error(`${name} failed`, { cause: error })
  }
}

/** Sessions say what they counted when they end. */
async function deadlocksOf(url: URL): Promise<number> {
  const name = url.pathname.slice(1)
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    for (let looks = 0; ; looks++) {
      const open = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name])
      if (open.rowCount === 0) break
      assert.ok(looks < LOOKS_MAX, 'sessions go on after the database was closed')
      await client.query('SELECT pg_sleep(0.1)')
    }
    const counted = await client.query(
      'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = $1',
      [name],
    )
    return counted.rows[0].count
  } finally {
    await client.end()
  }
}

test('concurrent work never deadlocks', async () => {
  const place = await migratedPlace()
  const { databaseUrl, folder } = place
  const opened = { databaseUrl, folder: join(folder, 'database'), fraction: Math.random }
  const database = await openDatabase({ ...opened, print: () => {} })
  const random = createRandom(SEED)
  const ends = new Map<string, number>()
  try {
    const ground = await groundOn(database)
    for (let round = 0; round < OPERATIONS / ROUND; round++) {
      // Between rounds only: who has claimed a message has it for some seconds.
      ground.pass()
      await atATime(AT_ONCE, ROUND, async () => {
        const end = await ended(draw(ground, random))
        ends.set(end, (ends.get(end) ?? 0) + 1)
      })
    }
    const done = ends.get('done') ?? 0
    assert.ok(done > OPERATIONS / 10, JSON.stringify([...ends]))
    await ground.place()
    assert.deepEqual((await audit(database)).findings, [])
  } finally {
    await database.close()
  }
  const deadlocks = databaseUrl === undefined ? 0 : await deadlocksOf(new URL(databaseUrl))
  await place.remove()
  assert.equal(deadlocks, 0, `seed ${SEED}`)
})
