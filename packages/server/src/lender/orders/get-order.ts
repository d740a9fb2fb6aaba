import type { OrderDetails } from '../../kernel/details/details.ts'
import { findLoan } from '../../kernel/loans/store.ts'
import { findWholeOrder } from '../../kernel/orders/store.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Places } from '../../tenancy/caller/context.ts'
import { findAllowedActs, type Judged } from '../allowed-acts/judging.ts'
import { type LoggedReading, logRead } from '../reads/noting.ts'
import { type OrderAct, orderActs } from './acts.ts'
import { findPlace, type Held } from './list-store.ts'

export type WholeOrder = Held & {
  readonly order: Order
  readonly details: OrderDetails
  readonly loan: Loan | undefined
  readonly judged: Judged<OrderAct>
}

type Opening = Places & LoggedReading & { readonly demo: boolean }

/** An order of any store in the caller's mode, in any state. Refusals: `order_not_found`. */
export async function getOrder(
  { database, clocks, writing, demo }: Opening,
  caller: LenderCaller,
  id: string,
): Promise<WholeOrder> {
  const { sandbox } = caller
  const row = isId(id) ? await findPlace(database, { id, sandbox }) : undefined
  const { order: key, store, creditor } = existing(row, 'order', id)
  const [whole, loan] = await Promise.all([
    findWholeOrder(database, { ...key, sandbox, ref: id }),
    findLoan(database, key),
  ])
  const { order, details } = existing(whole, 'order', id)
  await logRead(writing, caller, { kind: 'order', id, storeId: store.id })
  const at = (await clocks.of(order)).now()
  // Requests about it are those about its loan, which has its id.
  const object = { kind: 'loan', id, storeId: store.id }
  const about = { object, currency: order.currency, acts: orderActs({ order, loan, at }) }
  const judged = await findAllowedActs({ database, clock: clocks.real, demo }, caller, about)
  return { store, creditor, order, details, loan, judged }
}
