/**
 * What an answer of a provider writes: the payment, and what it changes of the buyer's debt, in one
 * transaction under the order's lock.
 */
import { dayOf, laterOf } from '../calendar.ts'
import type { RowSet, Transaction } from '../database/database.ts'
import type { LoanStep } from '../loans/draft.ts'
import { chargeBackLoan, creditComesBack, returnCredit } from '../loans/end.ts'
import { type LoadedLoan, loadLoan, recordOnLoan } from '../loans/load.ts'
import type { Loan } from '../loans/loan.ts'
import { payLoan } from '../loans/pay.ts'
import { paymentOperation } from '../loans/payment-operations.ts'
import { listAllocations } from '../loans/store.ts'
import type { Order } from '../orders/order.ts'
import type { When } from '../orders/record.ts'
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

/**
 * Settles a payment by what its provider says, and answers how it stands then. `asked` is the
 * payment as it was when the provider was asked: a release is no authorisation.
 */
export function settle(
  { database, clock, ids }: Pick<Authorising, 'database' | 'clock' | 'ids'>,
  asked: Payment,
  found: Found,
): Promise<Payment> {
  const { storeId, sandbox, orderId, id } = asked
  const key = { storeId, sandbox, ref: orderId }
  return database.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    const before = await findPayment(tx, { storeId, id })
    assert(order !== undefined && before !== undefined, `payment ${id} is gone`)
    const when = { at: clock.now(), ids }
    const released = asked.state === 'releasing'
    const settled = decide(before, { order, found, released, at: when.at })
    const { payment } = settled
    const rows = await changeOfDebt(tx, { order, settled, when })
    return tx.commit(payment, paymentUpdate(payment), ...rows)
  })
}

type Answered = {
  readonly order: Order
  readonly found: Found
  /** It was asked to give back what it holds. */
  readonly released: boolean
  readonly at: Date
}

function decide(before: Payment, { order, found, released, at }: Answered): Settled {
  if (released) {
    return { payment: settleRelease(before, found, at), effect: null }
  }
  const lost = found.state === 'never_seen' && before.state === 'open'
  if (lost && !isWanted(before, order)) return abandoned(before, at)
  const settled = settlePayment(before, found, at)
  // A signature never waits for what it did not find held: nobody is going to take this.
  const late = settled.effect !== null && order.state !== 'in_process'
  return late ? { ...settled, payment: withoutHold(settled.payment, at) } : settled
}

type Change = { readonly order: Order; readonly settled: Settled; readonly when: When }

const events = {
  success: 'payment.received',
  late_success: 'payment.received',
  failure: 'payment.failed',
  charge_back: 'payment.charged_back',
} as const

/** Of a return its success is what was told when it was sent, and anything else is a failure. */
const returnEvents = {
  success: 'credit.returned',
  late_success: 'credit.returned',
  failure: 'payment.failed',
  charge_back: 'payment.failed',
} as const

async function changeOfDebt(tx: Transaction, change: Change): Promise<RowSet[]> {
  const { order, settled, when } = change
  const { payment, effect } = settled
  if (effect === null || payment.kind === 'authorisation') return []
  // What is given back was booked when it was asked for.
  if (payment.kind === 'return' && effect === 'success') return []
  const loaded = await loadLoan(tx, order, when)
  const step = await stepOf(tx, loaded, change)
  const event = (payment.kind === 'return' ? returnEvents : events)[effect]
  const { rowSets } = recordOnLoan(loaded, { ...when, before: order }, () =>
    paymentOperation(order, event, { payment, step }),
  )
  const used = payment.authorisationId !== null && payment.state === 'failed'
  return [...rowSets, ...(used ? [holdOfFailed(payment, when.at)] : [])]
}

async function stepOf(
  tx: Transaction,
  { loan, today }: LoadedLoan,
  { order, settled }: Change,
): Promise<LoanStep> {
  const { payment, effect } = settled
  const { id, amount } = payment
  if (payment.kind === 'return') {
    if (effect !== 'late_success') return creditComesBack(loan, amount, today)
    if (amount <= loan.buyerCredit) return returnCredit(loan, amount, today)
    // He got it twice: the credit goes first, the rest he owes.
    return chargeBackLoan(loan, { id, amount, settledBefore: [] }, today)
  }
  if (effect === 'failure') return nothing(tried(loan, payment))
  if (effect === 'charge_back') {
    const settledBefore = await listAllocations(tx, order, id)
    return chargeBackLoan(loan, { id, amount, settledBefore }, today)
  }
  const paid = payLoan(loan, { id, amount, spread: loan.spread }, today)
  return { ...paid, loan: tried(paid.loan, payment) }
}

const nothing = (loan: Loan): LoanStep => ({ loan, postings: [], allocations: [], paid: [] })

/** A charge counts for the day on which it was asked, whenever its outcome is known. */
function tried(loan: Loan, { createdAt }: Payment): Loan {
  const on = dayOf(createdAt, loan.timeZone)
  return { ...loan, triedOn: laterOf(loan.triedOn ?? on, on) }
}
