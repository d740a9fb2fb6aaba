/** The orders of a run: signed and confirmed while everything breaks, used up, and replaced. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../simulate/random.ts'
import type { Call, Caller } from './caller.ts'
import type { Shop } from './shop.ts'
import type { Tally } from './tally.ts'

/** So many operations an order gets before another one takes its place. */
const OPERATIONS_MAX = 80
const TOTAL = 500_000
/** Of which the operations soon want more than there is. */
const TOTAL_SMALL = 900
const SMALL = 0.3
/** A notification that was under way at a kill is due again a little later. */
const CONFIRM_MS_MAX = 120_000

export type StockOrder = {
  readonly id: string
  readonly captureIds: string[]
  /** The amount of its next operation: none comes twice. */
  next: number
}

export type Stock = {
  /** Waits for the first; undefined when none came. */
  pick(): Promise<StockOrder | undefined>
  readonly all: readonly StockOrder[]
  /** Checkouts that were acknowledged, by the store's own id of the order. */
  readonly checkouts: ReadonlyMap<string, string>
  /** Amounts of payouts that were acknowledged, by their id. */
  readonly payouts: Map<string, number>
  /**
   * Signs a checkout and waits until its order is confirmed: minutes, when it must be. Answers its
   * id; undefined after a fault.
   */
  addOrder(): Promise<string | undefined>
  /** Keeps so many orders open until the signal. */
  keep(count: number, signal: AbortSignal): Promise<void>
}

type StockOptions = {
  readonly caller: Caller
  readonly shop: Shop
  readonly random: Random
  readonly tally: Tally
  /** Distinguishes the run from others on the same data. */
  readonly name: string
}

export function createStock({ caller, shop, random, tally, name }: StockOptions): Stock {
  const open: StockOrder[] = []
  const all: StockOrder[] = []
  const checkouts = new Map<string, string>()
  let made = 0

  async function addOrder(): Promise<string | undefined> {
    const mid = `${name}-${++made}`
    const total = random.chance(SMALL) ? TOTAL_SMALL : TOTAL
    const checkout = creation({ mid, total, notificationUrl: shop.notificationUrl })
    const created = await caller.persist(checkout)
    if (created.status !== 201) return failed(`no checkout: ${created.text}`)
    const { id } = JSON.parse(created.text) as { id: string }
    checkouts.set(mid, id)
    const path = `/sandbox/checkouts/${id}/complete`
    const signed = await caller.persist({ method: 'POST', path, body: {}, key: `${mid}-sign` })
    // The key of a signature whose answer was lost may have been freed by a later refusal.
    if (signed.status !== 200 && !signed.text.includes('checkout_finished'))
      return failed(`order ${id} is not signed: ${signed.text}`)
    const last = await confirmed(id)
    if (last !== undefined) return failed(`order ${id} is never confirmed: ${last}`)
    if (!shop.hasConfirmed(id)) return failed(`order ${id} is confirmed, and not by the shop`)
    const order = { id, captureIds: [], next: 1 }
    all.push(order)
    open.push(order)
    return id
  }

  function failed(sentence: string): undefined {
    tally.fault(sentence)
  }

  /** Undefined when it is; else what was answered last. */
  async function confirmed(id: string): Promise<string | undefined> {
    for (const limit = Date.now() + CONFIRM_MS_MAX; ; await pause(100)) {
      const { status, text } = await caller.persist({ method: 'GET', path: `/orders/${id}` })
      if (status !== 200) return `${status} ${text}`
      const { financing_status: financing } = JSON.parse(text) as { financing_status: string }
      if (financing === 'ok') return undefined
      if (financing !== 'ko' && Date.now() < limit) continue
      const path = `/orders/${id}/notifications`
      const notifications = await caller.persist({ method: 'GET', path })
      return `financing is ${financing}, ${notifications.text}`
    }
  }

  return {
    all,
    checkouts,
    payouts: new Map(),
    addOrder,
    async pick() {
      for (const limit = Date.now() + CONFIRM_MS_MAX; Date.now() < limit; await pause(20)) {
        if (open.length > 0) return random.pick(open)
      }
      return undefined
    },
    async keep(count, signal) {
      while (!signal.aborted) {
        const fresh = open.filter(({ next }) => next <= OPERATIONS_MAX)
        open.splice(0, open.length, ...fresh)
        if (open.length < count) await addOrder().catch((error) => tally.fault(String(error)))
        else await pause(50)
      }
    },
  }
}

type Creation = {
  readonly mid: string
  readonly total: number
  readonly notificationUrl: string
}

function creation({ mid, total, notificationUrl }: Creation): Call {
  const article = { id: 'article-1', name: 'Bicycle', quantity: 1, price: total }
  return {
    method: 'POST',
    path: '/checkout',
    key: `${mid}-create`,
    body: {
      merchant: { notification_url: notificationUrl },
      order: { id: mid, currency: 'EUR', total_amount: total, articles: [article] },
      customer: { email: 'ada@example.com' },
    },
  }
}
