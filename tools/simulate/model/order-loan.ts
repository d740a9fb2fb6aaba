/** What a buyer does about their loan (contract §7 and design §4 «Changes»), order by order. */

import { lastDayToWithdraw } from './calendar.ts'
import { chargeBackOn } from './charge-back.ts'
import type { ModelLoan, Terms } from './loan.ts'
import { payOff, payOn, type Waived, waivableOn, waiveOn, withdrawOn } from './loan-moves.ts'
import { passTime } from './loan-time.ts'
import { done, isEnded, type ModelOrder, type Move, timePasses } from './order.ts'
import { isKnown, payDatedOn } from './value-date.ts'

/** Undefined where there is a loan, be it of an order that has been cancelled since. */
function withoutLoan({ loan, state }: ModelOrder): string | undefined {
  if (loan !== undefined) return undefined
  return state === 'ko' ? 'order_cancelled' : 'order_not_confirmed'
}

type Paying = Move & {
  readonly how: Terms['spread']
  /** The earlier day on which it came. */
  readonly valueOn?: number | undefined
}

export function pays(order: ModelOrder, move: Paying): string {
  const refused = withoutLoan(order)
  if (refused !== undefined) return refused
  return receive(order, move)
}

/** Whether the model knows what comes of money of that day that is booked today. */
export function knowsOf({ loan }: ModelOrder, valueOn: number, today: number): boolean {
  if (loan === undefined) return false
  const then = structuredClone(loan)
  passTime(then, today)
  return isKnown(then, valueOn)
}

function receive(order: ModelOrder, move: Paying): string {
  const { amount, id = '', day, how, valueOn } = move
  timePasses(order, day)
  const fees = order.loan?.feeIncome
  const answer = done(order, move, {
    event: 'payment.received',
    onLoan: (loan) =>
      valueOn === undefined
        ? payOn(loan, { id, amount, day, how })
        : payDatedOn(loan, { id, amount, day, how, valueOn }),
  })
  if (amount > 0n) {
    order.payments.set(id, { kind: 'transfer', amount, requestedOn: day, state: 'succeeded' })
  }
  if (amount > 0n || fees !== order.loan?.feeIncome) order.booked.push('payment')
  return answer
}

/** Undefined: everything. */
export function repaysEarly(order: ModelOrder, move: Paying, wanted: bigint | undefined): string {
  const { loan } = order
  if (loan === undefined) return withoutLoan(order) ?? ''
  const forget = timePassesFor(order, move.day)
  const whole = payOff(loan, move.day)
  const refused = owedNothing(loan)
    ? 'loan_nothing_owed'
    : wanted !== undefined && wanted > whole
      ? 'amount_exceeds_remaining'
      : undefined
  if (refused === undefined) return receive(order, { ...move, amount: wanted ?? whole })
  forget()
  return refused
}

/** What time does to an order; where the move is refused, that was not kept either. */
function timePassesFor(order: ModelOrder, day: number): () => void {
  const { loan, events, booked } = structuredClone({
    ...{ loan: order.loan, events: order.events, booked: order.booked },
  })
  timePasses(order, day)
  return () => {
    order.loan = loan
    order.events.splice(0, order.events.length, ...events)
    order.booked.splice(0, order.booked.length, ...booked)
  }
}

/** The lender gives up interest or late charges that are due. */
export function isWaived(order: ModelOrder, move: Move, part: Waived): string {
  const { loan } = order
  if (loan === undefined) return withoutLoan(order) ?? ''
  const forget = timePassesFor(order, move.day)
  const most = waivableOn(loan, part)
  if (most > 0n && move.amount <= most) {
    return done(order, move, {
      ...{ event: 'loan.waived', entry: 'waiver' },
      onLoan: () => waiveOn(loan, part, move.amount, move.day),
    })
  }
  forget()
  return most === 0n ? 'loan_nothing_owed' : 'amount_exceeds_remaining'
}

const owedNothing = ({ items }: ModelLoan): boolean =>
  items.every((item) => {
    const { capital, interest, fee, late, settled } = item
    const open = capital + fee + late - settled.capital - settled.fee - settled.late
    return open === 0n && (!item.due || interest === settled.interest)
  })

/** Before the confirmation it ends the order; nothing was lent. */
export function withdraws(order: ModelOrder, move: Move): string {
  const { loan, state } = order
  if (state === 'challenge_required' || state === 'confirmation_required') {
    order.state = 'ko'
    order.messages++
    order.expiresAt = undefined
    order.events.push('checkout.updated')
    return 'ok'
  }
  if (loan === undefined || isEnded(order)) {
    return isEnded(order) ? 'order_cancelled' : 'order_not_confirmed'
  }
  if (loan.withdrawnOn !== undefined) return 'loan_withdrawn'
  const late = move.day > lastDayToWithdraw(loan.confirmedOn)
  if (late || loan.writtenOffOn !== undefined) return 'withdrawal_over'
  timePasses(order, move.day)
  const before = loan.interestIncome + loan.feeIncome
  const fee = loan.feeIncome
  const answer = done(order, move, {
    event: 'loan.withdrawn',
    onLoan: () => withdrawOn(loan, move.day),
  })
  const booked = fee > 0n || loan.interestIncome + loan.feeIncome !== before
  if (booked) order.booked.push('withdrawal')
  return answer
}

/** `id` is the payment's. */
export function takesBack(order: ModelOrder, move: Move & { readonly id: string }): string {
  const { loan } = order
  if (loan === undefined) return withoutLoan(order) ?? ''
  const payment = order.payments.get(move.id)
  if (payment === undefined) return 'payment_not_found'
  if (payment.kind === 'return' || payment.state !== 'succeeded') return 'payment_not_received'
  payment.state = 'charged_back'
  return done(order, move, {
    event: 'payment.charged_back',
    entry: 'charge_back',
    onLoan: () => chargeBackOn(loan, move.id, payment.amount, move.day),
  })
}
