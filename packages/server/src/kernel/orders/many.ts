import type { Order } from '../../model/order/order.ts'
import type { Committed, Transaction, Writer } from '../../platform/database/database.ts'
import { assert, Refused } from '../../platform/refusal.ts'
import type { Failure } from '../../platform/work/due.ts'
import { lockFreeOrders, lockOrder, orderQueue } from './store.ts'

export type Orders = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly ids: readonly string[]
}

export type Done<T> = { readonly outcomes: readonly T[]; readonly failures: readonly Failure[] }

/** Works on locked orders in one transaction; it is done again, in smaller parts, when it fails. */
type Work<T> = (tx: Transaction, orders: readonly Order[]) => Promise<Committed<readonly T[]>>

/**
 * Applies one operation to many orders in one transaction. It takes those that are free at that
 * moment and waits for no order while it holds others, so it cannot deadlock; the rest, and all of
 * them when one fails, get a transaction each, so that no order's fault affects another.
 */
export async function onOrders<T>(writer: Writer, orders: Orders, work: Work<T>): Promise<Done<T>> {
  const done = orders.ids.length > 1 ? await onFree(writer, orders, work) : undefined
  const outcomes = [...(done?.outcomes ?? [])]
  const failures: Failure[] = []
  for (const id of orders.ids.filter((each) => done?.taken.has(each) !== true)) {
    try {
      outcomes.push(...(await onOrder(writer, { ...orders, id }, work)))
    } catch (error) {
      failures.push({ id, error })
    }
  }
  return { outcomes, failures }
}

/** Undefined: one of them cannot be done. */
async function onFree<T>(writer: Writer, orders: Orders, work: Work<T>) {
  try {
    return await writer.transaction(null, async (tx) => {
      const free = await lockFreeOrders(tx, orders)
      const taken = new Set(free.map(({ id }) => id))
      if (free.length === 0) return tx.commit({ outcomes: [], taken })
      const { outcome: outcomes, written } = await work(tx, free)
      return tx.commit({ outcomes, taken }, ...written)
    })
  } catch (error) {
    if (error instanceof Refused && error.code === 'database_unavailable') throw error
    return undefined
  }
}

/** Like every operation on an order: it waits for its turn. */
function onOrder<T>(
  writer: Writer,
  { storeId, sandbox, id }: Omit<Orders, 'ids'> & { readonly id: string },
  work: Work<T>,
): Promise<readonly T[]> {
  const key = { storeId, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    assert(order !== undefined, `order ${id} is gone`)
    return work(tx, [order])
  })
}
