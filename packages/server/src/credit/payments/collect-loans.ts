import { type Orders, onOrders } from '../../kernel/orders/many.ts'
import type { DueOrder } from '../../model/order/order.ts'
import { assert } from '../../platform/refusal.ts'
import type { Failure } from '../../platform/work/due.ts'
import { type Collected, collect } from './collecting.ts'
import type { PaymentProvider } from './provider.ts'
import type { Authorising } from './provider-calls.ts'
import { sendPayment } from './provider-calls.ts'
import { type Answered, settleAll } from './settling.ts'

/** Each of them is locked while the rows of all are written. */
export const COLLECTED_AT_ONCE = 50

/**
 * The effects of time on loans of a store: instalments fall due and become late, due ones are
 * charged, credit is refunded. Requests to the provider are recorded first; nothing happens if
 * another process was faster. Returns the failures.
 */
export async function collectLoans(collecting: Authorising, due: Orders): Promise<Failure[]> {
  const { database, clock, ids, acting, providers } = collecting
  const provider = providers(due, clock)
  if (provider === undefined) throw new Error(`nobody can charge orders of store ${due.storeId}`)
  const { outcomes, failures } = await onOrders(database, due, (tx, orders) =>
    collect(tx, orders, { when: { at: clock.now(), ids }, acting, provider: provider.name }),
  )
  const all = [...failures]
  for (const kind of ['charge', 'credit'] as const) {
    const requests = outcomes.map((each) => send(collecting, { provider, kind, collected: each }))
    const answers = (await Promise.all(requests)).filter((each) => each !== undefined)
    all.push(...(await settleAll(collecting, due, answers)).failures)
  }
  return all
}

/** For any stores and modes, each by itself: their providers and faults are their own. */
export async function collectDueLoans(
  collecting: Authorising,
  due: readonly DueOrder[],
): Promise<Failure[]> {
  const scopes = Map.groupBy(due, ({ storeId, sandbox }) => `${storeId} ${sandbox}`)
  const failures = [...scopes.values()].map(async (orders) => {
    const [first] = orders
    assert(first !== undefined, 'a group has an order')
    const { storeId, sandbox } = first
    const ids = orders.map(({ id }) => id)
    return collectLoans(collecting, { storeId, sandbox, ids }).catch((error: unknown) =>
      ids.map((id) => ({ id, error })),
    )
  })
  return (await Promise.all(failures)).flat()
}

type Request = {
  readonly provider: PaymentProvider
  readonly kind: 'charge' | 'credit'
  readonly collected: Collected
}

async function send(
  collecting: Authorising,
  { provider, kind, collected }: Request,
): Promise<Answered | undefined> {
  const { collection, method } = collected
  const payment = collection[kind]
  if (payment === undefined) return undefined
  const authorisation = kind === 'charge' ? collection.authorisation : undefined
  const outcome = await sendPayment(collecting, { provider, payment, method, authorisation })
  return { payment, outcome }
}
