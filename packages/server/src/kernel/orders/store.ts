import { limits } from '@svc/api'
import type { DueOrder, Order } from '../../model/order/order.ts'
import { decidePower, type StorePower } from '../../model/stores/store-state.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import {
  type Columns,
  changed,
  columns,
  type Entity,
  type NewRow,
  type Query,
  select,
} from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type {
  Committed,
  Insert,
  Reader,
  Transaction,
  Update,
  Writer,
} from '../../platform/database/database.ts'
import { NotFree } from '../../platform/database/shared.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { inRealTime, listDueItems } from '../../tenancy/test-clocks/store.ts'
import type { DueItem, DueSpan } from '../../tenancy/test-clocks/store-work.ts'
import type { OrderDetails } from '../details/details.ts'
import { DETAILS } from '../details/store.ts'

/**
 * How a caller names an order: in a store and mode, by the service's id or the store's own (`mid`).
 */
export type OrderKey = { readonly storeId: string; readonly sandbox: boolean; readonly ref: string }

/** Columns of an order that only lists search. */
const SEARCHED = [
  'accountId',
  'accountEmail',
  'accountFirstName',
  'accountLastName',
  'accountType',
  'accountGender',
  'accountLastLogin',
  'accountDateJoined',
] as const

const WARNED = columns<'orders', { warnings: readonly string[] }>('orders', 'o')
export const ORDER = WARNED.without(...SEARCHED)
const WHOLE = ORDER.as('order').and(DETAILS.as('details'))

type Find<R> = { readonly byId: Query<R>; readonly byMid: Query<R> }

/**
 * By the service’s id; by name the newest that is not ko, else the newest ko one, else the newest
 * that had the name before its store renamed it.
 */
function findBy<R>(shape: Columns<R>, { join = '', lock = '' }): Find<R> {
  const from = `FROM orders o ${join} WHERE o.store_id = $1`
  return {
    byId: select(shape, `${from} AND o.id = $2 AND o.sandbox = $3 ${lock}`),
    byMid: select(
      shape,
      `${from} AND o.id = coalesce((
        SELECT m.id FROM orders m WHERE m.store_id = $1 AND m.mid = $2 AND m.sandbox = $3
        ORDER BY (m.state = 'ko'), m.created_at DESC, m.id DESC LIMIT 1), (
        SELECT e.order_id FROM earlier_mids e
        WHERE e.store_id = $1 AND e.mid = $2 AND e.sandbox = $3
        ORDER BY e.created_at DESC, e.order_id DESC LIMIT 1)) ${lock}`,
    ),
  }
}

const READ = findBy(ORDER, {})
const LOCK = findBy(ORDER, { lock: 'FOR UPDATE' })
const LOCK_FREE = findBy(ORDER, { lock: 'FOR UPDATE SKIP LOCKED' })
const READ_WHOLE = findBy(WHOLE, {
  join: 'JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id',
})

async function find<R>(reader: Reader, key: OrderKey, query: Find<R>): Promise<R | undefined> {
  for (const ref of spellings(key.ref)) {
    const values = [key.storeId, ref, key.sandbox]
    if (isId(ref)) {
      const [byId] = await reader.lookUp(query.byId, values)
      if (byId) return byId
    }
    const [byMid] = await reader.lookUp(query.byMid, values)
    if (byMid) return byMid
  }
  return undefined
}

/** As it arrived, then percent-decoded once again: some clients encode twice. */
function spellings(ref: string): string[] {
  return [ref, ...decodedOnce(ref)].filter(
    (each) => each.length <= limits.identifierMax && !each.includes('\0'),
  )
}

function decodedOnce(ref: string): string[] {
  if (!ref.includes('%')) return []
  try {
    return [decodeURIComponent(ref)]
  } catch {
    return []
  }
}

export const findOrder = (reader: Reader, key: OrderKey): Promise<Order | undefined> =>
  find(reader, key, READ)

type WholeOrder = { readonly order: Order; readonly details: OrderDetails }

/** The order with the data sent for it. */
export const findWholeOrder = (reader: Reader, key: OrderKey): Promise<WholeOrder | undefined> =>
  find(reader, key, READ_WHOLE)

/** Every operation on an order begins here: the row's lock is what serialises them. */
export async function lockOrder(tx: Transaction, key: OrderKey): Promise<Order | undefined> {
  return tx.shared === true ? lockFree(tx, key) : find(tx, key, LOCK)
}

/** A row that is held looks missing: nothing else may be taken in its place. */
async function lockFree(tx: Transaction, key: OrderKey): Promise<Order> {
  const [ref] = spellings(key.ref)
  if (ref !== key.ref) throw new NotFree()
  const values = [key.storeId, ref, key.sandbox]
  if (isId(ref)) {
    const [byId] = await tx.lookUp(LOCK_FREE.byId, values)
    if (byId) return byId
    if ((await tx.lookUp(READ.byId, values)).length > 0) throw new NotFree()
  }
  const [byMid] = await tx.lookUp(LOCK_FREE.byMid, values)
  if (!byMid) throw new NotFree()
  return byMid
}

/**
 * The order, locked, of a store that may do this: it stays so until the end of the transaction.
 * Refusals: `order_not_found`, `store_suspended`.
 */
export async function lockOrderFor(
  tx: Transaction,
  power: StorePower,
  key: OrderKey,
): Promise<Order> {
  // Both have ended before either is looked at, so that no more queries are open.
  const [locked, held] = await Promise.allSettled([lockOrder(tx, key), holdStoreState(tx, key)])
  if (locked.status === 'rejected') throw locked.reason
  if (held.status === 'rejected') throw held.reason
  const order = existing(locked.value, 'order', key.ref)
  accept(decidePower(held.value, power))
  return order
}

/** An operation on one order, locked; it may share its transaction with those on others. */
export function changeOrder<T>(
  writer: Writer,
  { power, ...key }: OrderKey & { readonly power: StorePower },
  work: (tx: Transaction, before: Order) => Promise<Committed<T>>,
): Promise<T> {
  const locked = async (tx: Transaction) => work(tx, await lockOrderFor(tx, power, key))
  return writer.transaction(orderQueue(key), locked, { shares: true })
}

/** Those of them that nobody else holds, locked: who takes many waits for none of them. */
export function lockFreeOrders(
  tx: Transaction,
  { storeId, sandbox, ids }: { storeId: string; sandbox: boolean; ids: readonly string[] },
): Promise<Order[]> {
  return tx.query(
    select(
      ORDER,
      `FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2 AND o.id = ANY($3::text[])
       ORDER BY o.id FOR UPDATE SKIP LOCKED`,
    ),
    [storeId, sandbox, ids],
  )
}

/** Callers with the same name queue in this process before they take a connection. */
export function orderQueue(key: OrderKey): string {
  return `${key.storeId}/${key.sandbox}/${key.ref}`
}

/**
 * An older checkout of the same `mid` that its buyer has not signed, locked; and any that took the
 * name.
 */
export function lockOrdersOfMid(
  tx: Transaction,
  scope: { storeId: string; sandbox: boolean; mid: string },
): Promise<Order[]> {
  return tx.query(
    select(
      ORDER,
      `FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2 AND o.mid = $3
         AND o.state <> 'ko' ORDER BY o.created_at, o.id FOR UPDATE`,
    ),
    [scope.storeId, scope.sandbox, scope.mid],
  )
}

/** The name that the order has now, for when it gets another: it keeps resolving. */
export function earlierMidRow({ storeId, id, sandbox, mid }: Order, at: Date): Insert {
  return { table: 'earlier_mids', rows: [{ storeId, orderId: id, mid, sandbox, createdAt: at }] }
}

/** Whether the order had the name before its store renamed it. */
export async function isEarlierMid(tx: Transaction, order: Order, mid: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 AS taken FROM earlier_mids
     WHERE store_id = $1 AND order_id = $2 AND sandbox = $3 AND mid = $4`,
    [order.storeId, order.id, order.sandbox, mid],
  )
  return rows.length > 0
}

/** Serialises checkouts of one `mid`, also where no row exists yet. */
export async function lockMid(
  tx: Transaction,
  scope: { storeId: string; sandbox: boolean; mid: string },
): Promise<void> {
  await tx.query(
    `SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended($1, 0))) l`,
    [`mid/${scope.storeId}/${scope.sandbox}/${scope.mid}`],
  )
}

const OWN = columns('orders', 'o')

/** Those of one store in the sandbox, the oldest first; its time may differ from everybody's. */
export function listExpiredOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: DueSpan,
): Promise<DueItem[]> {
  const from = 'FROM orders o WHERE o.store_id = $1 AND o.sandbox AND o.expires_at <= $2'
  return listDueItems(reader, { id: 'o.id', at: 'o.expires_at', from }, [storeId, upTo, limit])
}

const EXPIRED = `FROM orders o WHERE o.expires_at <= $1 AND ${inRealTime('o')}`

/** The oldest orders whose deadline has passed, across stores: work for the expiry. */
export function listExpired(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  return reader.query(
    select(OWN.only('storeId', 'id', 'sandbox'), `${EXPIRED} ORDER BY o.expires_at LIMIT $2`),
    [now, limit],
  )
}

export function countExpired(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(reader, { at: 'o.expires_at', from: EXPIRED }, [now])
}

export type SearchColumns = Pick<Entity<'orders'>, (typeof SEARCHED)[number]>

export const orderRow = (order: Order, account: SearchColumns): NewRow<'orders'> => ({
  ...order,
  ...account,
})

/** The changes, bound to the version that was read: a row changed meanwhile fails the statement. */
export function orderUpdate(before: Order, after: Order): Update {
  const { storeId, id, version } = before
  return { table: 'orders', where: { storeId, id, version }, set: changed(before, after) }
}

/** An order by its id alone, for the holder of a token bound to it. */
export async function findOrderAnywhere(reader: Reader, id: string): Promise<Order | undefined> {
  if (!isId(id)) return undefined
  return (await reader.query(select(ORDER, 'FROM orders o WHERE o.id = $1'), [id]))[0]
}
