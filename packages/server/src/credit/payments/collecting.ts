/**
 * The effects of time on the loans of locked orders, and the following requests to their provider.
 */
import { ZERO } from '@svc/api'
import { type NextOperation, recordOperations, type When } from '../../kernel/orders/record.ts'
import { findMethods, listPending, paymentRow, paymentUpdate } from '../../kernel/payments/store.ts'
import type { Acting } from '../../model/actions/action.ts'
import type { LoanStep } from '../../model/loan/draft.ts'
import {
  chargeAmount,
  instantOfMoment,
  nextCharge,
  nextReturn,
} from '../../model/loan/due-times.ts'
import { returnCredit } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Payment, PaymentMethod } from '../../model/payment/payment.ts'
import type { Committed, Transaction } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { together } from '../../platform/database/together.ts'
import { assert } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import { type LoadedLoan, loadLoans } from '../loans/load.ts'
import { paymentOperation } from '../loans/payment-operations.ts'
import { type Collection, decideCollection } from './rules.ts'

export type Collected = {
  readonly collection: Collection
  readonly method: PaymentMethod | undefined
}

type Collecting = {
  readonly when: When
  readonly acting: Acting
  readonly provider: string
}

export async function collect(
  tx: Transaction,
  orders: readonly Order[],
  collecting: Collecting,
): Promise<Committed<readonly Collected[]>> {
  const loans = await loadLoans(tx, orders, collecting.when)
  const of = { storeId: orders[0]?.storeId ?? '', orderIds: orders.map(({ id }) => id) }
  const payments = Map.groupBy(await listPending(tx, of), ({ orderId }) => orderId)
  const methods = await findMethods(tx, of)
  const all: Collected[] = []
  const { acting, when } = collecting
  const written: Written[] = []
  for (const order of orders) {
    const loaded = loans.get(order.id)
    assert(loaded !== undefined, `order ${order.id} has no loan`)
    const input = { order, loaded, payments: payments.get(order.id) ?? [] }
    const decided = decide(input, collecting)
    all.push({ collection: decided.collection, method: methods.get(order.id) })
    if (decided.rowSets.length === 0) continue
    const actor = { acting, ids: when.ids }
    written.push(actedOn(actor, order, 'loan.collect', ...decided.rowSets))
  }
  return tx.commit(all, Written.in(written, together))
}

type Locked = {
  readonly order: Order
  readonly loaded: LoadedLoan
  readonly payments: readonly Payment[]
}

function decide({ order, loaded, payments }: Locked, { when, provider }: Collecting) {
  const { stored, loan, operations, today } = loaded
  const collection = decideCollection(order, payments, {
    charge: isDue(loan, nextCharge(loan), when.at) ? chargeAmount(loan, today) : ZERO,
    credit: isDue(loan, nextReturn(loan), when.at) ? loan.buyerCredit : ZERO,
    ...{ at: when.at, provider, newId: when.ids.next },
  })
  const { charge, credit, changed } = collection
  const returning =
    credit === undefined ? [] : [returned(credit, returnCredit(loan, credit.amount, today))]
  const all = [...operations, ...returning]
  const { rowSets } =
    all.length === 0 ? { rowSets: [] } : recordOperations({ order, loan: stored }, when, all)
  const made = [charge, credit].filter((each) => each !== undefined)
  const rows = [...made.map(paymentRow), ...changed.map(paymentUpdate)]
  return { collection, rowSets: [...rowSets, ...rows] }
}

const isDue = (loan: Loan, moment: ReturnType<typeof nextCharge>, at: Date): boolean =>
  moment !== undefined && instantOfMoment(loan, moment) <= at

/** The buyer's credit is gone from the moment on in which it is sent to them. */
const returned =
  (payment: Payment, step: LoanStep): NextOperation =>
  (order) =>
    paymentOperation(order, 'credit.returned', { payment, step })
