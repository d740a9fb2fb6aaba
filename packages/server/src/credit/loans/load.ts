import { findLoan, findTimeZone, listLoans } from '../../kernel/loans/store.ts'
import {
  type NextOperation,
  type Operation,
  type Recorded,
  recordOperations,
  type When,
} from '../../kernel/orders/record.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Reader } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import { type Day, dayOf } from '../../platform/time/calendar.ts'
import { adoptLoan } from './adopt.ts'
import { timeOperations } from './operations.ts'

type FoundLoan = Pick<LoadedLoan, 'stored' | 'today'> & { readonly found: Loan }

/** A loan, ready for an operation on its order. */
export type LoadedLoan = {
  /** As it is stored; undefined where the order was confirmed before there were loans. */
  readonly stored: Loan | undefined
  /** After all that time has done. */
  readonly loan: Loan
  /** Which has to be recorded first. */
  readonly operations: NextOperation[]
  readonly today: Day
}

/** The loan of a confirmed order, before what time has done since it was stored. */
export async function findOrAdoptLoan(reader: Reader, order: Order, at: Date): Promise<FoundLoan> {
  return storedOrAdopted(reader, order, { stored: await findLoan(reader, order), at })
}

async function storedOrAdopted(
  reader: Reader,
  order: Order,
  { stored, at }: { readonly stored: Loan | undefined; readonly at: Date },
): Promise<FoundLoan> {
  assert(order.confirmedAt !== null, `order ${order.id} has no loan before its confirmation`)
  const timeZone = stored?.timeZone ?? (await findTimeZone(reader, order))
  const today = dayOf(at, timeZone)
  return { stored, today, found: stored ?? adoptLoan(order, { today, timeZone }) }
}

/** The loan of a confirmed order. */
export async function loadLoan(reader: Reader, order: Order, when: When): Promise<LoadedLoan> {
  const { stored, today, found } = await findOrAdoptLoan(reader, order, when.at)
  return { stored, today, ...timeOperations(found, today, when) }
}

/** The same for many orders of one store, by their ids. */
export async function loadLoans(
  reader: Reader,
  orders: readonly Order[],
  when: When,
): Promise<ReadonlyMap<string, LoadedLoan>> {
  const loans = new Map<string, LoadedLoan>()
  const storeId = orders[0]?.storeId
  if (storeId === undefined) return loans
  const all = await listLoans(reader, { storeId, orderIds: orders.map(({ id }) => id) })
  const stored = new Map(all.map((loan) => [loan.orderId, loan]))
  for (const order of orders) {
    const known = { stored: stored.get(order.id), at: when.at }
    const { today, found } = await storedOrAdopted(reader, order, known)
    const time = timeOperations(found, today, when)
    loans.set(order.id, { stored: known.stored, today, ...time })
  }
  return loans
}

/** Records an operation on the order of a loan, after all that time has done to it. */
export function recordOnLoan(
  loaded: LoadedLoan,
  { before, at, ids }: When & { readonly before: Order },
  operation: (on: LoadedLoan) => Operation,
): Recorded {
  const operations = [...loaded.operations, () => operation(loaded)]
  return recordOperations({ order: before, loan: loaded.stored }, { at, ids }, operations)
}
