import { dayOf } from '../calendar.ts'
import type { Transaction } from '../database/database.ts'
import type { Order } from '../orders/order.ts'
import {
  type NextOperation,
  type Operation,
  type Recorded,
  recordOperations,
  type When,
} from '../orders/record.ts'
import { assert } from '../refusal.ts'
import { adoptLoan } from './adopt.ts'
import type { Loan } from './loan.ts'
import { timeOperations } from './operations.ts'
import { findLoan, findTimeZone } from './store.ts'

/** A loan, ready for an operation on its order. */
export type LoadedLoan = {
  /** As it is stored; undefined where the order was confirmed before there were loans. */
  readonly stored: Loan | undefined
  /** After all that time has done. */
  readonly loan: Loan
  /** Which has to be recorded first. */
  readonly operations: NextOperation[]
  readonly today: ReturnType<typeof dayOf>
}

/** The loan of a confirmed order. */
export async function loadLoan(tx: Transaction, order: Order, when: When): Promise<LoadedLoan> {
  assert(order.confirmedAt !== null, `order ${order.id} has no loan before its confirmation`)
  const stored = await findLoan(tx, order)
  const timeZone = stored?.timeZone ?? (await findTimeZone(tx, order))
  const today = dayOf(when.at, timeZone)
  const present = stored ?? adoptLoan(order, { today, timeZone })
  return { stored, today, ...timeOperations(present, today, when) }
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
