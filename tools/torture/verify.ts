/** After the storm: every order against the notebook, the stream, the webhooks, repeated keys. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller, Reply } from './caller.ts'
import { callOf } from './load.ts'
import { type Entry, isAcknowledged, judge, type Notebook, type StoredOrder } from './notebook.ts'
import type { Shop } from './shop.ts'
import type { Stock } from './stock.ts'
import type { Tally } from './tally.ts'

const REPLAYS = 100
const PAGE = 100
const ARRIVE_MS_MAX = 120_000

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

export type VerifyOptions = {
  readonly caller: Caller
  readonly notebook: Notebook
  readonly stock: Stock
  readonly shop: Shop
  readonly tally: Tally
}

export async function verify(options: VerifyOptions): Promise<Verified> {
  const { caller, notebook, stock, tally } = options
  let [lost, doubled] = [0, 0]
  for (const { id } of stock.all) {
    const stored = await storedOrder(caller, id)
    const verdict = judge(stored, notebook.entriesOf(id))
    lost += verdict.lost
    doubled += verdict.doubled
    for (const fault of verdict.faults) tally.fault(fault)
  }
  for (const [mid, id] of stock.checkouts) {
    const { status, text } = await caller.persist({ method: 'GET', path: `/orders/${mid}` })
    const there = status === 200 && (JSON.parse(text) as { id: string }).id === id
    if (!there) tally.fault(`checkout ${id} of ${mid} was acknowledged: ${status} ${text}`)
  }
  for (const [id, amount] of stock.payouts) {
    const { status, text } = await caller.persist({ method: 'GET', path: `/me/payouts/${id}` })
    const there = status === 200 && (JSON.parse(text) as { amount: number }).amount === amount
    if (!there) tally.fault(`payout ${id} of ${amount} was acknowledged: ${status} ${text}`)
  }
  const replays = await verifyReplays(options)
  const events = await verifyEvents(options)
  const { entries } = notebook
  const acknowledged = entries.filter(isAcknowledged).length
  const answered = entries.filter(({ outcome }) => outcome !== undefined).length
  return {
    ...{ acknowledged, refused: answered - acknowledged, unanswered: entries.length - answered },
    ...{ lost, doubled, orders: stock.all.length, checkouts: stock.checkouts.size },
    payouts: stock.payouts.size,
    ...{ events, replays },
  }
}

type Rows = { readonly results: readonly Row[] }
type Row = {
  readonly id: string
  readonly amount: number
  readonly origin?: string | null
  readonly refunds?: readonly Row[]
}

async function storedOrder(caller: Caller, id: string): Promise<StoredOrder> {
  const get = async (path: string) =>
    JSON.parse((await caller.persist({ method: 'GET', path: `/orders/${id}${path}` })).text)
  const order = await get('')
  const captures: Rows = await get('/captures')
  const voids: Rows = await get('/void')
  const refunds: Rows = await get('/refund')
  const ours = ({ results }: Rows) => results.filter(({ origin }) => origin !== 'cancel')
  return {
    ...{ id, status: order.status, totalAmount: order.total_amount },
    capturedAmount: order.captured_amount,
    voidedAmount: order.voided_amount,
    refundedAmount: order.refunded_amount,
    ...{ captures: captures.results, voids: ours(voids), refunds: ours(refunds) },
  }
}

/** The same request under the same key gets the same answer, marked as repeated. */
async function verifyReplays({ caller, notebook, tally }: VerifyOptions): Promise<number> {
  // A refund on a capture has a path of its own, which the notebook does not hold.
  const repeatable = ({ operation, outcome }: Entry) =>
    operation.key !== null && outcome?.status === 200 && operation.kind !== 'refund'
  const chosen = notebook.entries.filter(repeatable).slice(-REPLAYS)
  for (const { operation, outcome } of chosen) {
    const again: Reply = await caller.persist(callOf(operation))
    if (again.text !== outcome?.text || again.headers['idempotent-replayed'] !== 'true')
      tally.fault(`${operation.kind} under key ${operation.key} is answered anew: ${again.text}`)
  }
  return chosen.length
}

type Event = { readonly id: string; readonly type: string; readonly order_id: string | null }

/** Every effect has its event in the stream, and every event has reached the store. */
async function verifyEvents({ caller, stock, shop, tally }: VerifyOptions): Promise<number> {
  const limit = Date.now() + ARRIVE_MS_MAX
  const ours = new Set(stock.all.map(({ id }) => id))
  const captures = stock.all.reduce((sum, { captureIds }) => sum + captureIds.length, 0)
  for (;;) {
    const events = (await stream(caller)).filter(({ order_id: id }) => ours.has(id ?? ''))
    const captured = events.filter(({ type }) => type === 'order.captured').length
    const missing = events.filter(({ id }) => !shop.events.has(id)).length
    if (captured >= captures && missing === 0) return events.length
    if (Date.now() > limit) {
      if (captured < captures) tally.fault(`${captures} captures, ${captured} events of them`)
      if (missing > 0) tally.fault(`${missing} of ${events.length} events have not arrived`)
      return events.length
    }
    await pause(500)
  }
}

async function stream(caller: Caller): Promise<Event[]> {
  const events: Event[] = []
  for (let next: string | null = null; ; ) {
    const after: string = next === null ? '' : `&after=${next}`
    const { text } = await caller.persist({
      method: 'GET',
      path: `/me/events?limit=${PAGE}${after}`,
    })
    const page = JSON.parse(text) as { results: Event[]; next: string | null; has_more: boolean }
    events.push(...page.results)
    next = page.next
    if (!page.has_more) return events
  }
}
