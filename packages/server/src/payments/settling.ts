/**
 * What an answer of a provider writes: the payment, and what it changes of the buyer's debt, in one
 * transaction under the order's lock.
 */
import { ZERO } from '@svc/api'
import { dayOf, laterOf } from '../calendar.ts'
import type { RowSet, Transaction } from '../database/database.ts'
import type { LoanStep } from '../loans/draft.ts'
import { chargeBackLoan, creditComesBack, returnCredit } from '../loans/end.ts'
import { type LoadedLoan, loadLoan, recordOnLoan } from '../loans/load.ts'
import type { Loan } from '../loans/loan.ts'
import { payLoan } from '../loans/pay.ts'
import { listAllocations } from '../loans/store.ts'
import type { Order } from '../orders/order.ts'
import type { Operation, When } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { assert } from '../refusal.ts'
import type { Authorising } from './authorising.ts'
import type { Found, Payment } from './payment.ts'
import {
  abandoned,
  isWanted,
  type Settled,
  settlePayment,
  settleRelease,
  withoutHold,
} from './rules.ts'
import { findPayment, holdOfFailed, paymentUpdate } from './store.ts'

/** Settles a payment by what its provider says; answers how it stands then, and its order. */
export function settle(
  { database, clock, ids }: Pick<Authorising, 'database' | 'clock' | 'ids'>,
  { storeId, sandbox, orderId, id }: Payment,
  found: Found,
): Promise<Payment> {
  const key = { storeId, sandbox, ref: orderId }
  return database.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    const before = await findPayment(tx, { storeId, id })
    assert(order !== undefined && before !== undefined, `payment ${id} is gone`)
    const when = { at: clock.now(), ids }
    const settled = decide(before, { order, found, at: when.at })
    const { payment } = settled
    const rows = await changeOfDebt(tx, { order, settled, when })
    return tx.commit(payment, paymentUpdate(payment), ...rows)
  })
}

type Answered = { readonly order: Order; readonly found: Found; readonly at: Date }

function decide(before: Payment, { order, found, at }: Answered): Settled {
  if (before.state === 'releasing') {
    return { payment: settleRelease(before, found, at), effect: null, amount: ZERO }
  }
  const lost = found.state === 'never_seen' && before.state === 'open'
  if (lost && !isWanted(before, order)) return abandoned(before, at)
  const settled = settlePayment(before, found, at)
  // A signature never waits for what it did not find held: nobody is going to take this.
  const late = settled.effect !== null && order.state !== 'in_process'
  return late ? { ...settled, payment: withoutHold(settled.payment, at) } : settled
}

type Change = { readonly order: Order; readonly settled: Settled; readonly when: When }

async function changeOfDebt(tx: Transaction, change: Change): Promise<RowSet[]> {
  const { order, settled, when } = change
  const { payment, effect } = settled
  if (effect === null || payment.kind === 'authorisation') return []
  // What is given back was booked when it was asked for.
  if (payment.kind === 'return' && effect === 'success') return []
  const loaded = await loadLoan(tx, order, when)
  const step = await stepOf(tx, loaded, change)
  const recorded = recordOnLoan(loaded, { ...when, before: order }, () => ({
    after: order,
    effectId: effect === 'charge_back' ? step.id : payment.id,
    ...told(settled),
    step: step.step,
  }))
  const used = payment.authorisationId !== null && payment.state === 'failed'
  return [...recorded.rowSets, ...(used ? [holdOfFailed(payment, when.at)] : [])]
}

/** What it is called, and in which entry it is booked. */
function told({ payment, effect, amount }: Settled): Omit<Operation, 'after' | 'effectId'> {
  const { id, kind, reason } = payment
  const of = { amount, more: { payment_id: id, kind } }
  if (kind === 'return') {
    const entry = { kind: 'credit_return', postings: [] } as const
    if (effect === 'late_success') return { ...of, event: 'credit.returned', entry }
    return { ...of, event: 'payment.failed', more: { ...of.more, reason }, entry }
  }
  if (effect === 'failure') {
    return { ...of, event: 'payment.failed', more: { ...of.more, reason } }
  }
  if (effect === 'charge_back') {
    return { ...of, event: 'payment.charged_back', entry: { kind: 'charge_back', postings: [] } }
  }
  return { ...of, event: 'payment.received', entry: { kind: 'payment', postings: [] } }
}

type Stepped = { readonly id: string; readonly step: LoanStep }

async function stepOf(
  tx: Transaction,
  { loan, today }: LoadedLoan,
  { order, settled, when }: Change,
): Promise<Stepped> {
  const { payment, effect, amount } = settled
  const id = when.ids.next()
  if (payment.kind === 'return') return { id, step: returned(loan, settled, { id, today }) }
  if (effect === 'failure') return { id, step: nothing(tried(loan, payment)) }
  if (effect === 'charge_back') {
    const settledBefore = await listAllocations(tx, order, payment.id)
    return { id, step: chargeBackLoan(loan, { id, amount, settledBefore }, today) }
  }
  const paid = payLoan(loan, { id: payment.id, amount, spread: loan.spread }, today)
  return { id, step: { ...paid, loan: tried(paid.loan, payment) } }
}

/** The buyer has his credit again; or what he has twice now he owes. */
function returned(
  loan: Loan,
  { effect, amount }: Settled,
  { id, today }: { id: string; today: LoadedLoan['today'] },
): LoanStep {
  if (effect !== 'late_success') return creditComesBack(loan, amount, today)
  if (amount <= loan.buyerCredit) return returnCredit(loan, amount, today)
  return chargeBackLoan(loan, { id, amount, settledBefore: [] }, today)
}

const nothing = (loan: Loan): LoanStep => ({ loan, postings: [], allocations: [], paid: [] })

/** A charge counts for the day on which it was asked, whenever its outcome is known. */
function tried(loan: Loan, { createdAt }: Payment): Loan {
  const on = dayOf(createdAt, loan.timeZone)
  return { ...loan, triedOn: laterOf(loan.triedOn ?? on, on) }
}
