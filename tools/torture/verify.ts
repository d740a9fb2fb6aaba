/** After the storm: everything that one store was answered against what is there. */
import { setTimeout as pause } from 'node:timers/promises'
import { inParallel } from '../../packages/server/src/platform/work/in-parallel.ts'
import { readStream, type StreamEvent } from './follower.ts'
import { callOf, repeat } from './load.ts'
import { type Entry, isAcknowledged, judge, type StoredOrder } from './notebook.ts'
import type { Shop } from './shop.ts'
import type { Followed } from './start-load.ts'
import type { Trade } from './trade.ts'

const AT_ONCE = 6
/** So many of the newest keys are repeated, and as many of all. */
const REPEATED = 50
const ARRIVE_MS_MAX = 120_000
/** What ends an order has another event beside it. */
const EFFECTS = new Set(['order.captured', 'order.voided', 'order.refunded'])

export type Verified = {
  readonly acknowledged: number
  readonly refused: number
  readonly unanswered: number
  readonly lost: number
  readonly doubled: number
  readonly orders: number
  readonly checkouts: number
  readonly payouts: number
  readonly events: number
  readonly replays: number
}

/** `followed` is what its reader read of the stream meanwhile. */
type VerifyOptions = {
  readonly trade: Trade
  readonly shop: Shop
  readonly followed: readonly string[]
}

type AllOptions = {
  readonly trades: readonly Trade[]
  readonly shop: Shop
  readonly followed: Followed
}

/** Of all stores together. */
export async function verifyAll({ trades, shop, followed }: AllOptions): Promise<Verified> {
  const all = await Promise.all(
    trades.map((trade, index) => verify({ trade, shop, followed: followed[index] ?? [] })),
  )
  const names = Object.keys(all[0] ?? {}) as (keyof Verified)[]
  const sums = names.map((name) => [name, all.reduce((sum, each) => sum + each[name], 0)])
  // Of the names above, each with its sum.
  return Object.fromEntries(sums) as Verified
}

async function verify(options: VerifyOptions): Promise<Verified> {
  const { caller, notebook, stock, tally } = options.trade
  const counts = { lost: 0, doubled: 0 }
  const effects = new Map<string, readonly string[]>()
  const judging = inParallel(stock.all, AT_ONCE, async ({ id }) => {
    const { order, effectIds } = await storedOrder(options.trade, id)
    effects.set(id, effectIds)
    const verdict = judge(order, notebook.entriesOf(id))
    counts.lost += verdict.lost
    counts.doubled += verdict.doubled
    for (const fault of verdict.faults) tally.fault(fault)
  })
  const looking = inParallel([...stock.checkouts], AT_ONCE, async ([mid, id]) => {
    const { status, text } = await caller.persist({ method: 'GET', path: `/orders/${mid}` })
    const there = status === 200 && (JSON.parse(text) as { id: string }).id === id
    if (!there) tally.fault(`checkout ${id} of ${mid} was acknowledged: ${status} ${text}`)
  })
  const paid = inParallel([...stock.payouts], AT_ONCE, async ([id, amount]) => {
    const { status, text } = await caller.persist({ method: 'GET', path: `/me/payouts/${id}` })
    const there = status === 200 && (JSON.parse(text) as { amount: number }).amount === amount
    if (!there) tally.fault(`payout ${id} of ${amount} was acknowledged: ${status} ${text}`)
  })
  const [replays] = await Promise.all([verifyReplays(options), judging, looking, paid])
  const events = await verifyEvents(options, effects)
  const { entries } = notebook
  const acknowledged = entries.filter(isAcknowledged).length
  const answered = entries.filter(({ outcome }) => outcome !== undefined).length
  return {
    ...{ acknowledged, refused: answered - acknowledged, unanswered: entries.length - answered },
    ...{ ...counts, orders: stock.all.length, checkouts: stock.checkouts.size },
    ...{ payouts: stock.payouts.size, events, replays },
  }
}

type Rows = { readonly results: readonly Row[] }
type Row = { readonly id: string; readonly amount: number; readonly origin?: string | null }
type Stored = { readonly order: StoredOrder; readonly effectIds: readonly string[] }

export async function storedOrder({ caller }: Trade, id: string): Promise<Stored> {
  const get = async (path: string) =>
    JSON.parse((await caller.persist({ method: 'GET', path: `/orders/${id}${path}` })).text)
  const [order, captures, ...others] = await Promise.all([
    get(''),
    get('/captures') as Promise<Rows>,
    get('/void') as Promise<Rows>,
    get('/refund') as Promise<Rows>,
  ])
  const ours = ({ results }: Rows) => results.filter(({ origin }) => origin !== 'cancel')
  const [voids, refunds] = others.map(ours) as [Row[], Row[]]
  return {
    effectIds: [...captures.results, ...voids, ...refunds].map((row) => row.id),
    order: {
      ...{ id, status: order.status, totalAmount: order.total_amount },
      capturedAmount: order.captured_amount,
      voidedAmount: order.voided_amount,
      refundedAmount: order.refunded_amount,
      ...{ captures: captures.results, voids, refunds },
    },
  }
}

async function verifyReplays({ trade }: VerifyOptions): Promise<number> {
  const { notebook, random } = trade
  const repeatable = notebook.entries.filter(
    (entry) => entry.operation.key !== null && isAcknowledged(entry),
  )
  const chosen = new Set<Entry>(repeatable.slice(-REPEATED))
  for (let count = 0; count < REPEATED && repeatable.length > 0; count++)
    chosen.add(random.pick(repeatable))
  await inParallel([...chosen], AT_ONCE, async ({ operation, outcome }) => {
    if (outcome !== undefined) await repeat(trade, callOf(operation), outcome)
  })
  return chosen.size
}

/** Every effect has its event, in its turn, and every event has reached the store as it is. */
async function verifyEvents(
  { trade, shop, followed }: VerifyOptions,
  effects: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const { caller, stock, tally, store } = trade
  const stream = await readStream(caller)
  // What was before the endpoint it is not told of.
  const ours = new Set(stock.checkouts.values())
  const all = stream.slice(stream.findIndex(({ order_id: id }) => ours.has(id ?? '')))
  const arrived = shop.arrived(store)
  for (const limit = Date.now() + ARRIVE_MS_MAX; Date.now() < limit; await pause(200)) {
    if (all.every(({ id }) => arrived.has(id))) break
  }
  const skipped = followed.findIndex((id, index) => stream[index]?.id !== id)
  if (skipped >= 0)
    tally.fault(`who follows the stream reads ${followed[skipped]} in the place of another`)
  if (new Set(stream.map(({ id }) => id)).size < stream.length)
    tally.fault('the stream repeats an event')
  const missing = all.filter(({ id }) => !arrived.has(id))
  if (missing.length > 0)
    tally.fault(`${missing.length} of ${all.length} events have not arrived: ${missing[0]?.id}`)
  for (const event of all) {
    const body = arrived.get(event.id)?.body
    if (body !== undefined && body !== JSON.stringify(event))
      tally.fault(`event ${event.id} arrived as ${body} and is ${JSON.stringify(event)}`)
  }
  const places = new Map([...arrived.keys()].map((id, place) => [id, place]))
  const byOrder = Map.groupBy(all, ({ order_id: id }) => id)
  for (const [id, of] of effects) {
    for (const fault of orderFaults(byOrder.get(id) ?? [], of, places))
      tally.fault(`order ${id} ${fault}`)
  }
  return all.length
}

/** What is wrong with the events of one order, in the order of the stream. */
function orderFaults(
  events: readonly StreamEvent[],
  effectIds: readonly string[],
  places: ReadonlyMap<string, number>,
): string[] {
  const faults: string[] = []
  const count = new Map<string, number>()
  for (const [index, { id, type, sequence, data }] of events.entries()) {
    if (sequence !== index + 1) faults.push(`has event ${sequence} in place ${index + 1}`)
    const before = events[index - 1]
    const place = places.get(id) ?? Number.POSITIVE_INFINITY
    if (before !== undefined && place < (places.get(before.id) ?? 0))
      faults.push(`received event ${sequence} before event ${before.sequence}`)
    if (data.effect_id !== undefined && EFFECTS.has(type))
      count.set(data.effect_id, (count.get(data.effect_id) ?? 0) + 1)
  }
  for (const id of effectIds) {
    const times = count.get(id) ?? 0
    if (times !== 1) faults.push(`has ${times} events of ${id}`)
  }
  return faults
}
