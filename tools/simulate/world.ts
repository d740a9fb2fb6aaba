/** A store in a database, and its expected state. */

import type { Authorising } from '../../packages/server/src/credit/payments/provider-calls.ts'
import type { Payout } from '../../packages/server/src/model/payouts/payout.ts'
import { newStore } from '../../packages/server/src/model/stores/new-store.ts'
import type { Store } from '../../packages/server/src/model/stores/store-account.ts'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { Refused } from '../../packages/server/src/platform/refusal.ts'
import type { Vault } from '../../packages/server/src/platform/secrets/vault.ts'
import { serviceActing } from '../../packages/server/src/tenancy/actions/service-acting.ts'
import { formatKey } from '../../packages/server/src/tenancy/api-keys/key-format.ts'
import type { Caller, Writing } from '../../packages/server/src/tenancy/caller/context.ts'
import { createStore } from '../../packages/server/src/tenancy/stores/create-store.ts'
import { type Bank, type CardKind, createBank } from './bank.ts'
import type { Basket, ModelCampaign, ModelSettings } from './model/offer.ts'
import type { ModelOrder } from './model/order.ts'
import type { Plan } from './plan.ts'
import { createRandom, createSeededIds } from './random.ts'

/** The service and the model disagree. */
export class Violation extends Error {
  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`)
    this.name = 'Violation'
  }
}

export function hold(invariant: string, actual: unknown, wanted: unknown, what: string): void {
  if (actual === wanted || show(actual) === show(wanted)) return
  const { at, is, should } = difference(actual, wanted)
  throw new Violation(invariant, `${what}${at} is ${show(is)}, and should be ${show(should)}`)
}

/** Of lists the first item that differs: the rest would only be long. */
function difference(is: unknown, should: unknown): { at: string; is: unknown; should: unknown } {
  if (!Array.isArray(is) || !Array.isArray(should) || Math.max(is.length, should.length) < 8) {
    return { at: '', is, should }
  }
  const index = Array.from({ length: Math.max(is.length, should.length) }).findIndex(
    (_, place) => show(is[place]) !== show(should[place]),
  )
  return { at: ` [${index}]`, is: is[index], should: should[index] }
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? Number(each) : each,
  ) ?? 'undefined'

/** The behaviour of a buyer and their store, decided when the checkout is created. */
export type Temper = {
  readonly signs: 'accepted' | 'refused' | 'checked' | 'never'
  /** The data are saved before the signature, as on the buyer's page. */
  readonly tellsFirst: boolean
  readonly signsAfter: number
  readonly check: 'pass' | 'fail' | 'never'
  readonly card: CardKind
  /** The store's answers to the request for confirmation, one after the other; then silence. */
  readonly answers: readonly ('ok' | 'ko' | 'none')[]
  /** How many notifications fail before it answers. */
  readonly misses: number
}

export type KnownOrder = {
  readonly order: ModelOrder
  readonly basket: Basket
  /** Those that applied at its creation. */
  readonly campaigns: readonly ModelCampaign[]
  readonly temper: Temper
  requests: number
  informed: number
}

export type World = {
  readonly plan: Plan
  readonly bank: Bank
  readonly paying: Authorising
  readonly database: Database
  readonly writing: Writing
  caller: Caller
  /** Another store, which must never see the first one's orders. */
  readonly stranger: Caller
  settings: ModelSettings
  readonly campaigns: ModelCampaign[]
  readonly orders: KnownOrder[]
  readonly payouts: Map<string, Payout['status']>
  /** Whom each person was merged into; undefined: nobody. */
  readonly people: Map<string, string | undefined>
  /** How many notes and promises stand on a loan. */
  readonly notes: Map<string, number>
  /** The versions of the orders that have been looked at. */
  readonly versions: Map<string, number>
  /** The count of each answer. */
  readonly counts: Map<string, number>
  readonly now: () => number
  readonly moveTo: (time: number) => void
  readonly trace: (line: string) => void
}

/** Seals nothing: the same run must leave the same rows behind. */
export const vault: Vault = {
  seal: (secret) => secret,
  open: (sealed) => sealed,
  kids: ['0'],
  token: (purpose, id) => `${purpose}/${id}`,
  verifyToken: (purpose, id, token) => token === `${purpose}/${id}`,
}

export async function createWorld(
  database: Database,
  plan: Plan,
  trace: (line: string) => void,
): Promise<World> {
  let time = plan.start
  const clock = { now: () => new Date(time) }
  const ids = createSeededIds(clock, createRandom(plan.seed, 2))
  const acting = serviceActing('simulation', { ...clock, real: true })
  const writing: Writing = { writer: database, clock, ids, acting }
  const bank = createBank()
  const log = { error: (_details: object, message: string) => trace(message) }
  const stores = [ids.next(), ids.next()].map((id) => storeOf(plan, id)) as [Store, Store]
  for (const store of stores) {
    const privateKey = formatKey('private', ids.bytes(32))
    const publicKey = formatKey('public', ids.bytes(32))
    await createStore(writing, { store, privateKey, publicKey, vault })
  }
  return {
    ...{ plan, database, writing, trace, bank },
    paying: { database, clock, ids, acting, vault, log, providers: () => bank.provider },
    caller: { store: stores[0], sandbox: true },
    stranger: { store: stores[1], sandbox: true },
    settings: plan.settings,
    campaigns: [],
    orders: [],
    ...{ payouts: new Map(), people: new Map(), notes: new Map() },
    versions: new Map(),
    counts: new Map(),
    now: () => time,
    moveTo(to) {
      if (to < time) throw new Error('time goes on')
      time = to
    },
  }
}

function storeOf({ seed, zone, settings, schedule }: Plan, id: string): Store {
  const none = { opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0, late_charge: 0 }
  const products = settings.products.map((terms) => ({ ...none, ...terms }))
  const standard = newStore({
    id,
    name: `Store of seed ${seed}`,
    notificationUrl: 'https://store.example.com/notifications',
    timeZone: zone,
    products,
  })
  const own = { ...settings, products, payout_schedule: schedule }
  return { ...standard, settings: { ...standard.settings, ...own } }
}

/** The service's answer: `ok`, or the code of its refusal. */
export async function answerOf<T>(
  work: () => Promise<T>,
): Promise<{ answer: string; result: T | undefined }> {
  try {
    return { answer: 'ok', result: await work() }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { answer: error.code, result: undefined }
  }
}

export function count(world: World, what: string): void {
  world.counts.set(what, (world.counts.get(what) ?? 0) + 1)
}
