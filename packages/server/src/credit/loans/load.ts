import { findLoan, listLoans } from '../../kernel/loans/store.ts'
import {
  type NextOperation,
  type Operation,
  type Recorded,
  recordOperations,
  type When,
} from '../../kernel/orders/record.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { TimeStep } from '../../model/loan/time.ts'
import type { Order } from '../../model/order/order.ts'
import type { Reader } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import { type Day, dayOf } from '../../platform/time/calendar.ts'
import { timeOperations } from './operations.ts'

/** A loan, ready for an operation on its order. */
export type LoadedLoan = {
  /** As it is stored. */
  readonly stored: Loan
  /** After all that time has done. */
  readonly loan: Loan
  /** What that was. */
  readonly passed: readonly TimeStep[]
  /** Which has to be recorded first. */
  readonly operations: NextOperation[]
  readonly today: Day
}

/** The loan of a confirmed order, before what time has done since it was stored. */
export async function findLoanOf(
  reader: Reader,
  order: Order,
  at: Date,
): Promise<{ readonly loan: Loan; readonly today: Day }> {
  return present(order, await findLoan(reader, order), at)
}

function present(order: Order, loan: Loan | undefined, at: Date): { loan: Loan; today: Day } {
  assert(loan !== undefined, `order ${order.id} has no loan`)
  return { loan, today: dayOf(at, loan.timeZone) }
}

/** The loan of a confirmed order. */
export async function loadLoan(reader: Reader, order: Order, when: When): Promise<LoadedLoan> {
  const { loan: stored, today } = await findLoanOf(reader, order, when.at)
  return { stored, today, ...timeOperations(stored, today, when) }
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
  const byOrder = new Map(all.map((loan) => [loan.orderId, loan]))
  for (const order of orders) {
    const { loan: stored, today } = present(order, byOrder.get(order.id), when.at)
    loans.set(order.id, { stored, today, ...timeOperations(stored, today, when) })
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
