/** A loan and its instalments as rows. */
import { cents, rate } from '@svc/api'
import { nextDueAt } from '../../model/loan/due-times.ts'
import type { Instalment, Loan } from '../../model/loan/loan.ts'
import type { Row } from '../../platform/database/database.ts'
import type { Day } from '../../platform/time/calendar.ts'

export function loanColumns(loan: Loan): Row {
  return {
    store_id: loan.storeId,
    order_id: loan.orderId,
    sandbox: loan.sandbox,
    product: loan.product,
    nominal_rate: loan.nominalRate,
    term_days: loan.termDays,
    time_zone: loan.timeZone,
    spread: loan.spread,
    opening_fee: loan.openingFee,
    late_charge: loan.lateCharge,
    retry_days: loan.retryDays,
    late_after_days: loan.lateAfterDays,
    write_off_after_days: loan.writeOffAfterDays,
    confirmed_on: loan.confirmedOn,
    booked_on: loan.bookedOn,
    withdrawable_until: loan.withdrawableUntil,
    event_on: loan.eventOn,
    starts_on: loan.startsOn,
    accrued: loan.accrued,
    accrued_until: loan.accruedUntil,
    fee_base: loan.feeBase,
    receivable: loan.receivable,
    buyer_credit: loan.buyerCredit,
    written_off: loan.writtenOff,
    interest_income: loan.interestIncome,
    fee_income: loan.feeIncome,
    late_income: loan.lateIncome,
    paid_amount: loan.paidAmount,
    charged_back_amount: loan.chargedBackAmount,
    returned_amount: loan.returnedAmount,
    credit_since: loan.creditSince,
    cancelled_on: loan.cancelledOn,
    withdrawn_on: loan.withdrawnOn,
    written_off_on: loan.writtenOffOn,
    tried_on: loan.triedOn,
    collecting: loan.collecting,
    due_at: nextDueAt(loan),
  }
}

export function instalmentColumns(loan: Loan, each: Instalment): Row {
  return {
    store_id: loan.storeId,
    order_id: loan.orderId,
    number: each.number,
    kind: each.kind,
    due_on: each.dueOn,
    due: each.due,
    capital: each.capital,
    interest: each.interest,
    fee: each.fee,
    late_charge: each.lateCharge,
    settled_capital: each.settled.capital,
    settled_interest: each.settled.interest,
    settled_fee: each.settled.fee,
    settled_late_charge: each.settled.lateCharge,
    reopened_on: each.reopenedOn,
    late_on: each.lateOn,
    dropped: each.dropped,
    paid_on: each.paidOn,
  }
}

/** Both rows as JSON: dates are texts in it. */
export function loanOf(row: Row, instalments: readonly Row[]): Loan {
  return {
    storeId: row.store_id,
    orderId: row.order_id,
    sandbox: row.sandbox,
    product: row.product,
    nominalRate: rate(row.nominal_rate),
    termDays: row.term_days,
    timeZone: row.time_zone,
    spread: row.spread,
    openingFee: cents(row.opening_fee),
    lateCharge: cents(row.late_charge),
    retryDays: row.retry_days,
    lateAfterDays: row.late_after_days,
    writeOffAfterDays: row.write_off_after_days,
    confirmedOn: row.confirmed_on,
    bookedOn: row.booked_on,
    withdrawableUntil: row.withdrawable_until,
    eventOn: row.event_on,
    startsOn: row.starts_on,
    instalments: instalments.map(instalmentOf),
    accrued: row.accrued,
    accruedUntil: row.accrued_until,
    feeBase: cents(row.fee_base),
    receivable: cents(row.receivable),
    buyerCredit: cents(row.buyer_credit),
    writtenOff: cents(row.written_off),
    interestIncome: cents(row.interest_income),
    feeIncome: cents(row.fee_income),
    lateIncome: cents(row.late_income),
    paidAmount: cents(row.paid_amount),
    chargedBackAmount: cents(row.charged_back_amount),
    returnedAmount: cents(row.returned_amount),
    creditSince: row.credit_since,
    cancelledOn: row.cancelled_on,
    withdrawnOn: row.withdrawn_on,
    writtenOffOn: row.written_off_on,
    triedOn: row.tried_on,
    collecting: row.collecting,
  }
}

function instalmentOf(row: Row): Instalment {
  const day = (value: string | null) => value as Day | null
  return {
    number: row.number,
    kind: row.kind,
    dueOn: row.due_on,
    due: row.due,
    capital: cents(row.capital),
    interest: cents(row.interest),
    fee: cents(row.fee),
    lateCharge: cents(row.late_charge),
    settled: {
      capital: cents(row.settled_capital),
      interest: cents(row.settled_interest),
      fee: cents(row.settled_fee),
      lateCharge: cents(row.settled_late_charge),
    },
    reopenedOn: day(row.reopened_on),
    lateOn: day(row.late_on),
    dropped: row.dropped,
    paidOn: day(row.paid_on),
  }
}
