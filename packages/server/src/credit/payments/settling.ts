/**
 * The rows of a provider's answer: the payment, and its effect on the buyer's debt, in one
 * transaction under the order's lock.
 */

import { listAllocations } from '../../kernel/loans/store.ts'
import { type Done, onOrders } from '../../kernel/orders/many.ts'
import type { When } from '../../kernel/orders/record.ts'
import { findPayments, holdOfFailed, paymentUpdate } from '../../kernel/payments/store.ts'
import { chargeBackLoan } from '../../model/loan/charge-back.ts'
import type { LoanStep } from '../../model/loan/draft.ts'
import { creditComesBack, returnCredit } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { payLoan } from '../../model/loan/pay.ts'
import type { Order } from '../../model/order/order.ts'
import type { FoundOutcome, Payment } from '../../model/payment/payment.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { together } from '../../platform/database/together.ts'
import { assert } from '../../platform/refusal.ts'
import { dayOf, laterOf } from '../../platform/time/calendar.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import { type LoadedLoan, loadLoans, recordOnLoan } from '../loans/load.ts'
import { paymentOperation } from '../loans/payment-operations.ts'
import type { Scope } from './provider.ts'
import type { Authorising } from './provider-calls.ts'
import {
  abandoned,
  isWanted,
  type Settled,
  settlePayment,
  settleRelease,
  withoutHold,
} from './rules.ts'

type Settling = Pick<Authorising, 'database' | 'clock' | 'ids' | 'acting'>

/**
 * The request, as it was when the provider was called (a release is no authorisation), and its
 * answer.
 */
export type Answered = { readonly payment: Payment; readonly outcome: FoundOutcome }

/** Settles a payment by its provider's answer, and returns its new state. */
export async function settle(
  settling: Settling,
  payment: Payment,
  outcome: FoundOutcome,
): Promise<Payment> {
  const { outcomes, failures } = await settleAll(settling, payment, [{ payment, outcome }])
  const [failure] = failures
  if (failure !== undefined) throw failure.error
  const [settled] = outcomes
  assert(settled !== undefined, `payment ${payment.id} was not settled`)
  return settled
}

/** The same for payments of a store, each of another order. */
export function settleAll(
  { database, clock, ids, acting }: Settling,
  { storeId, sandbox }: Scope,
  answers: readonly Answered[],
): Promise<Done<Payment>> {
  const byOrder = new Map(answers.map((each) => [each.payment.orderId, each]))
  assert(byOrder.size === answers.length, 'two answers for one order')
  const orders = { storeId, sandbox, ids: [...byOrder.keys()] }
  return onOrders(database, orders, async (tx, locked) => {
    const when = { at: clock.now(), ids }
    const paymentIds = locked.flatMap(({ id }) => byOrder.get(id)?.payment.id ?? [])
    const outcome = await findPayments(tx, { storeId, ids: paymentIds })
    const payments = new Map(outcome.map((payment) => [payment.orderId, payment]))
    const changes = locked.map((order): Change => {
      const [before, answer] = [payments.get(order.id), byOrder.get(order.id)]
      assert(before !== undefined && answer !== undefined, `a payment of ${order.id} is gone`)
      const released = answer.payment.state === 'releasing'
      return { order, when, settled: decide(before, { order, ...answer, released, at: when.at }) }
    })
    const booked = changes.filter(changesDebt)
    const loans = await loadLoans(
      tx,
      booked.map(({ order }) => order),
      when,
    )
    const written: Written[] = []
    for (const change of changes) {
      const { order, settled } = change
      const rows: RowSet[] = [paymentUpdate(settled.payment)]
      if (changesDebt(change)) {
        const loaded = loans.get(order.id)
        assert(loaded !== undefined, `order ${order.id} has no loan`)
        rows.push(...(await changeOfDebt(tx, loaded, change)))
      }
      written.push(actedOn({ acting, ids }, order, 'payment.settle', ...rows))
    }
    return tx.commit(
      changes.map(({ settled }) => settled.payment),
      Written.in(written, together),
    )
  })
}

type Judged = {
  readonly order: Order
  readonly outcome: FoundOutcome
  /** The release of its hold was requested. */
  readonly released: boolean
  readonly at: Date
}

function decide(before: Payment, { order, outcome, released, at }: Judged): Settled {
  if (released) {
    return { payment: settleRelease(before, outcome, at), effect: null }
  }
  const lost = outcome.state === 'never_seen' && before.state === 'open'
  if (lost && !isWanted(before, order)) return abandoned(before, at)
  const settled = settlePayment(before, outcome, at)
  // A signature never waits for an authorisation that it did not find held: nobody is going to use
  // this one.
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

/** For a return success was reported when it was sent, and anything else is a failure. */
const returnEvents = {
  success: 'credit.returned',
  late_success: 'credit.returned',
  failure: 'payment.failed',
  charge_back: 'payment.failed',
} as const

function changesDebt({ settled: { payment, effect } }: Change): boolean {
  if (effect === null || payment.kind === 'authorisation') return false
  // A refund was booked when it was requested.
  return payment.kind !== 'return' || effect !== 'success'
}

async function changeOfDebt(
  tx: Transaction,
  loaded: LoadedLoan,
  change: Change,
): Promise<RowSet[]> {
  const { order, settled, when } = change
  const { payment, effect } = settled
  if (effect === null) return []
  const step = await stepOf(tx, loaded, change)
  const event = (payment.kind === 'return' ? returnEvents : events)[effect]
  const { rowSets } = recordOnLoan(loaded, { ...when, before: order }, () =>
    paymentOperation(order, event, { payment, step }),
  )
  const used = payment.authorisationId !== null && payment.state === 'failed'
  return [...rowSets, ...(used ? holdOfFailed(payment, when.at) : [])]
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
    // They got it twice: the credit goes first, the rest they owe.
    return chargeBackLoan(loan, { id, amount, settledBefore: [] }, today)
  }
  if (effect === 'failure') return nothing({ ...tried(loan, payment), bookedOn: today })
  if (effect === 'charge_back') {
    const settledBefore = await listAllocations(tx, order, id)
    return chargeBackLoan(loan, { id, amount, settledBefore }, today)
  }
  const paid = payLoan(loan, { id, amount, spread: loan.spread }, today)
  return { ...paid, loan: tried(paid.loan, payment) }
}

const nothing = (loan: Loan): LoanStep => ({ loan, postings: [], allocations: [], paid: [] })

/** A charge counts for the day of its request, whenever its outcome is known. */
function tried(loan: Loan, { createdAt }: Payment): Loan {
  const on = dayOf(createdAt, loan.timeZone)
  return { ...loan, triedOn: laterOf(loan.triedOn ?? on, on) }
}
