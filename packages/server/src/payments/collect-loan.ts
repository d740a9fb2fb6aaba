import { ZERO } from '@svc/api'
import type { LoanStep } from '../loans/draft.ts'
import { chargeAmount, instantOfMoment, nextCharge, nextReturn } from '../loans/due-times.ts'
import { returnCredit } from '../loans/end.ts'
import { loadLoan } from '../loans/load.ts'
import type { Loan } from '../loans/loan.ts'
import { paymentOperation } from '../loans/payment-operations.ts'
import type { NextOperation } from '../orders/record.ts'
import { recordOperations } from '../orders/record.ts'
import { type DueOrder, lockOrder, orderQueue } from '../orders/store.ts'
import { assert } from '../refusal.ts'
import { sendPayment } from './asking.ts'
import type { Authorising } from './authorising.ts'
import type { Payment } from './payment.ts'
import { type Collection, decideCollection } from './rules.ts'
import { settle } from './settling.ts'
import { findMethod, listPayments, paymentRow, paymentUpdate } from './store.ts'

/**
 * Does what time has to do to a loan: instalments fall due and become late, what is due is charged,
 * credit is given back. What is asked of the provider is written down first; nothing happens where
 * somebody else was faster.
 */
export async function collectLoan(collecting: Authorising, due: DueOrder): Promise<void> {
  const { database, clock, providers } = collecting
  const provider = providers(due, clock)
  if (provider === undefined) throw new Error(`nobody can charge order ${due.id}`)
  const { charge, credit, authorisation } = await open(collecting, due, provider.name)
  const method = await findMethod(database, due)
  if (charge !== undefined) {
    const request = { provider, payment: charge, method, authorisation }
    await settle(collecting, charge, await sendPayment(collecting, request))
  }
  if (credit !== undefined) {
    const request = { provider, payment: credit, method }
    await settle(collecting, credit, await sendPayment(collecting, request))
  }
}

const isDue = (loan: Loan, moment: ReturnType<typeof nextCharge>, at: Date): boolean =>
  moment !== undefined && instantOfMoment(loan, moment) <= at

function open(
  { database, clock, ids }: Authorising,
  { storeId, sandbox, id }: DueOrder,
  provider: string,
): Promise<Partial<Collection>> {
  const key = { storeId, sandbox, ref: id }
  return database.transaction<Partial<Collection>>(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    assert(order !== undefined, `order ${id} is gone`)
    const when = { at: clock.now(), ids }
    const { stored, loan, operations, today } = await loadLoan(tx, order, when)
    const asked = {
      charge: isDue(loan, nextCharge(loan), when.at) ? chargeAmount(loan, today) : ZERO,
      credit: isDue(loan, nextReturn(loan), when.at) ? loan.buyerCredit : ZERO,
    }
    const payments = await listPayments(tx, order)
    const next = { at: when.at, provider, newId: ids.next }
    const collection = decideCollection(order, payments, { ...asked, ...next })
    const { credit } = collection
    const returning =
      credit === undefined ? [] : [returned(credit, returnCredit(loan, credit.amount, today))]
    const all = [...operations, ...returning]
    const { rowSets } =
      all.length === 0 ? { rowSets: [] } : recordOperations({ order, loan: stored }, when, all)
    const made = [collection.charge, credit].filter((each) => each !== undefined)
    const rows = [...made.map(paymentRow), ...collection.changed.map(paymentUpdate)]
    return tx.commit(collection, ...rowSets, ...rows)
  })
}

/** The buyer's credit is gone from the moment on in which it is sent to him. */
const returned =
  (payment: Payment, step: LoanStep): NextOperation =>
  (order) =>
    paymentOperation(order, 'credit.returned', { payment, step })
