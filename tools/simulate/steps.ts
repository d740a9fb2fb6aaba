/** The steps of a run, each through the operation that the service's route would call. */

import { cents, rate } from '@svc/api'
import { captureOrder } from '../../packages/server/src/orders/captures/capture-order.ts'
import { cancelOrder } from '../../packages/server/src/orders/editing/cancel-order.ts'
import { editOrder } from '../../packages/server/src/orders/editing/edit-order.ts'
import { refundCapture } from '../../packages/server/src/orders/refunds/refund-capture.ts'
import { refundOrder } from '../../packages/server/src/orders/refunds/refund-order.ts'
import { voidOrder } from '../../packages/server/src/orders/voids/void-order.ts'
import { once, requestHash } from '../../packages/server/src/platform/database/once.ts'
import { makePayouts } from '../../packages/server/src/settlement/payouts/make-payouts.ts'
import type { Caller, Writing } from '../../packages/server/src/tenancy/caller/context.ts'
import { addArticles } from '../../packages/server/src/tenancy/campaigns/add-articles.ts'
import { createCampaign } from '../../packages/server/src/tenancy/campaigns/create-campaign.ts'
import { changeSettings } from '../../packages/server/src/tenancy/stores/change-settings.ts'
import { asReal } from '../../test/fixtures/test-clocks.ts'
import { startCheckout } from './checkout.ts'
import { keyOf, place } from './due.ts'
import { isOfUse, type Kind as LoanKind, moveLoan } from './loan-steps.ts'
import { dayAt } from './model/calendar.ts'
import {
  cancels,
  captures,
  edits,
  type ModelOrder,
  openOf,
  refunds,
  refundsCapture,
  uncapturedOf,
  voids,
} from './model/order.ts'
import { type Step, type StepKind, settingsOf } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { answerOf, count, hold, vault, type World } from './world.ts'

export async function carryOut(world: World, step: Step): Promise<void> {
  const random = createRandom(step.seed)
  const said = await perform(world, step, random)
  world.trace(`${step.number}. ${new Date(world.now()).toISOString()} ${step.kind} ${said}`)
  count(world, `${step.kind}: ${said.split(' ').at(-1)}`)
}

/** The step in words, ending with the answer. */
async function perform(world: World, { kind }: Step, random: Random): Promise<string> {
  switch (kind) {
    case 'checkout':
      return startCheckout(world, random)
    case 'campaign':
      return campaign(world, random)
    case 'settings':
      return settings(world, random)
    case 'payout':
      return payByHand(world)
    case 'wait':
      return 'ok'
    default: {
      const order = choose(world, kind, random)
      if (order === undefined) return 'nothing there'
      if (kind === 'stranger') return stranger(world, order)
      if (isLoanKind(kind)) {
        return `${order.number} ${await moveLoan(world, order, { kind, random })}`
      }
      return `${order.number} ${await move(world, order, { kind, random })}`
    }
  }
}

async function payByHand(world: World): Promise<string> {
  await place(world)
  const { answer, result } = await answerOf(() =>
    makePayouts(world.writing, keyOf(world), 'by hand'),
  )
  for (const { id, status } of result ?? []) {
    hold('A9', status, 'paid', 'the state of a payout by hand')
    world.payouts.set(id, status)
  }
  return answer
}

const loanKinds: ReadonlySet<StepKind> = new Set([
  'pay',
  'early',
  'recall',
  'withdraw',
  'chargeBack',
])
const isLoanKind = (kind: StepKind): kind is LoanKind => loanKinds.has(kind)

/** Mostly one to which this still applies. */
export function choose(world: World, kind: StepKind, random: Random): ModelOrder | undefined {
  const all = world.orders.map(({ order }) => order)
  const alive = all.filter(({ state }) => state === 'confirmed')
  const fit = alive.filter((order) => {
    if (kind === 'captureRefund') return order.captures.some((each) => left(each) > 0n)
    if (isLoanKind(kind)) return isOfUse(world, kind, order)
    return kind === 'refund' || kind === 'cancel' || uncapturedOf(order) > 0n
  })
  const of =
    fit.length > 0 && random.chance(0.85)
      ? fit
      : random.chance(0.8) && alive.length > 0
        ? alive
        : all
  return of.length === 0 ? undefined : random.pick(of)
}

type Kind = 'capture' | 'void' | 'refund' | 'captureRefund' | 'edit' | 'cancel'
type Moving = { readonly kind: Kind; readonly random: Random }
type Act = (writing: Writing, caller: Caller) => Promise<unknown>

export async function move(
  world: World,
  order: ModelOrder,
  { kind, random }: Moving,
): Promise<string> {
  const capture = order.captures.length > 0 ? random.pick(order.captures) : undefined
  const amount = amountFor(order, { kind, random, remaining: capture && left(capture) })
  const ref = random.chance(0.8) ? order.id : order.mid
  const own = world.orders.filter((each) => each.order.mid === order.mid).length === 1
  const act = actOf({ kind, ref: own ? ref : order.id, amount, captureId: capture?.id })
  if (act === undefined) return 'nothing there'
  const { answer, result } = await sent(world, act, random)
  const at = world.now()
  const day = dayAt(at, world.plan.zone)
  const moved = { amount: BigInt(amount ?? 0), at, day, id: capture?.id ?? '' }
  const whole = world.settings.capture_policy === 'full'
  const wanted = {
    capture: () => captures(order, { ...moved, id: captureIn(result) }, whole),
    void: () => voids(order, moved),
    refund: () => refunds(order, moved),
    captureRefund: () => refundsCapture(order, moved),
    edit: () => edits(order, moved, amount === undefined ? undefined : BigInt(amount)),
    cancel: () => cancels(order, moved),
  }[kind]()
  hold('answer', answer, wanted, `the answer to ${kind} ${amount} of order ${order.number}`)
  return `${amount ?? ''} ${answer}`
}

/** The service names the capture. */
function captureIn(result: unknown): string {
  return (result as { capture?: { id: string } } | undefined)?.capture?.id ?? ''
}

const left = ({ amount, refunded }: { amount: bigint; refunded: bigint }) => amount - refunded

type Acting = {
  readonly kind: Kind
  readonly ref: string
  readonly amount: number | undefined
  readonly captureId: string | undefined
}

function actOf({ kind, ref, amount, captureId }: Acting): Act | undefined {
  const input = { ref, amount: cents(amount ?? 0) }
  if (kind === 'capture') return (writing, caller) => captureOrder(writing, caller, input)
  if (kind === 'void') return (writing, caller) => voidOrder(writing, caller, input)
  if (kind === 'refund') return (writing, caller) => refundOrder(writing, caller, input)
  if (kind === 'cancel') return (writing, caller) => cancelOrder(writing, caller, ref)
  if (kind === 'edit') {
    const edit = amount === undefined ? { discount: 5 } : { total_amount: amount }
    return (writing, caller) => editOrder(writing, caller, { ref, edit, whole: false })
  }
  if (captureId === undefined) return undefined
  return (writing, caller) => refundCapture(writing, caller, { ...input, captureId })
}

/** Now and then with a key, and then sometimes twice: the second time must have no effect. */
async function sent(world: World, act: Act, random: Random) {
  const { writing, caller, database } = world
  if (!random.chance(0.15)) return answerOf(() => act(writing, caller))
  const key = { storeId: caller.store.id, sandbox: caller.sandbox, key: writing.ids.next() }
  const { clock } = writing
  const keyed = () =>
    once(
      { database, clock, once: { ...key, requestHash: requestHash(key.key) }, vault: undefined },
      (writer) => act({ ...writing, writer }, caller),
      (made) => ({ status: 200, body: JSON.stringify(made ?? null), location: null }),
    )
  const first = await answerOf(keyed)
  if (first.answer === 'ok' && random.chance(0.5)) {
    const again = await answerOf(keyed)
    hold('A11', again.result?.replayed, true, 'whether a repeated request is answered again')
    count(world, 'replayed')
  }
  return { answer: first.answer, result: JSON.parse(first.result?.answer.body ?? 'null') }
}

type Sizing = {
  readonly kind: Kind
  readonly random: Random
  readonly remaining: bigint | undefined
}

/** 1 or more, as the schema requires; an edit names the desired total. */
function amountFor(order: ModelOrder, { kind, random, remaining }: Sizing): number | undefined {
  if (kind === 'cancel') return undefined
  const uncaptured = Number(uncapturedOf(order))
  const rest =
    kind === 'captureRefund'
      ? Number(remaining ?? 0n)
      : kind === 'refund'
        ? Number(openOf(order))
        : uncaptured
  const size = random.weighted({ one: 1, all: 6, beyond: 1.5, part: 14 })
  const part = Math.max(1, random.between(1, Math.max(1, Math.floor(rest * 0.6))))
  const sizes = { one: 1, all: Math.max(1, rest), beyond: rest + 1, part }
  if (kind !== 'edit') return sizes[size]
  if (random.chance(0.2)) return undefined
  const total = Number(order.total)
  if (random.chance(0.1)) return total + 1
  return Math.max(1, total - sizes[size])
}

async function stranger(world: World, order: ModelOrder): Promise<string> {
  const input = { ref: order.id, amount: cents(1) }
  const { answer } = await answerOf(() => captureOrder(world.writing, world.stranger, input))
  hold('A14', answer, 'order_not_found', `the answer to another store about order ${order.number}`)
  return answer
}

async function campaign(world: World, random: Random): Promise<string> {
  const { writing, caller } = world
  const startAt = world.now() + random.between(-60, 5) * 86_400_000
  const endAt = random.chance(0.5) ? startAt + random.between(0, 120) * 86_400_000 : undefined
  const min = random.chance(0.3) ? random.between(0, 50_000) : undefined
  const max = random.chance(0.3) ? (min ?? 0) + random.between(0, 500_000) : undefined
  const made = {
    interest: random.pick([0, 1, 3_333, 5_000, 7_501, 10_000]),
    counts: random.chance(0.4) ? [3, 6, 12].filter(() => random.chance(0.5)) : [],
  }
  const articles = random.chance(0.3) ? ['article-0', 'article-2'] : undefined
  const created = await createCampaign(writing, caller, {
    name: 'A campaign',
    startAt: new Date(startAt),
    endAt: endAt === undefined ? null : new Date(endAt),
    interest: rate(made.interest),
    partial: articles !== undefined,
    numInstalments: made.counts,
    minOrderAmount: min === undefined ? null : cents(min),
    maxOrderAmount: max === undefined ? null : cents(max),
  })
  if (articles !== undefined) {
    const one = { name: 'An article', url: 'https://store.example.com/', description: null }
    const covered = articles.map((id) => ({ id, ...one, imageUrl: null, warnings: [] }))
    await addArticles(writing, caller, { campaignId: created.id, articles: covered })
  }
  world.campaigns.push({ ...made, startAt, endAt, articles, min, max })
  return `${made.interest} ok`
}

/** A change of the store's settings affects later signatures. */
async function settings(world: World, random: Random): Promise<string> {
  const changed = settingsOf(random)
  const { products, capture_within: within, collection, ...rest } = changed
  const wishes = products.map(({ term_days: days, capture_within: own, ...terms }) => ({
    ...terms,
    num_instalments: [...terms.num_instalments],
    ...(days === null ? {} : { term_days: days }),
    ...(own === null ? {} : { capture_within: own }),
  }))
  const collecting = { ...collection, retry_days: [...collection.retry_days] }
  const patch = {
    ...rest,
    collection: collecting,
    ...(within === null ? {} : { capture_within: within }),
    products: wishes,
  }
  const cleared = new Set(within === null ? ['capture_within'] : [])
  const { writing, caller } = world
  const mode = { sandbox: caller.sandbox, demo: true }
  const input = { ...mode, storeId: caller.store.id, patch, cleared, vault }
  const { answer, result } = await answerOf(() =>
    changeSettings({ ...writing, clock: asReal(writing.clock) }, input),
  )
  hold('answer', answer, 'ok', 'the answer to new settings')
  if (result !== undefined) world.caller = { ...caller, store: result }
  world.settings = changed
  return answer
}
