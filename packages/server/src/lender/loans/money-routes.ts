import {
  cents,
  LenderChargeBackBody,
  LenderCreditReturnBody,
  LenderEarlyRepaymentBody,
  LenderPaymentBody,
  LenderWaiverBody,
  ReasonBody,
} from '@svc/api'
import { receivePayment } from '../../credit/loans/receive-payment.ts'
import { repayEarly } from '../../credit/loans/repay-early.ts'
import { returnCredit } from '../../credit/loans/return-credit.ts'
import { takePaymentBack } from '../../credit/loans/take-payment-back.ts'
import { undoWriteOff } from '../../credit/loans/undo-write-off.ts'
import { waiveDebt } from '../../credit/loans/waive-debt.ts'
import { withdrawFromLoan } from '../../credit/loans/withdraw-from-loan.ts'
import { writeOffDebt } from '../../credit/loans/write-off-debt.ts'
import type { Route } from '../../tenancy/caller/route.ts'
import * as docs from './docs.ts'
import { findPaymentAmount } from './find-payment-amount.ts'
import { arrivalInput, completeArrivalInput, type PayingService } from './input.ts'
import { loanRoute } from './loan-route.ts'

/** Money between lender and buyer: the operations that stores have, in the name of the lender. */
export function lenderMoneyRoutes(service: PayingService): Route[] {
  return [
    loanRoute(service, {
      path: '/lender/loans/:loanId/payments',
      permission: 'payments:write',
      doc: docs.receivePayment,
      body: LenderPaymentBody,
      approval: 'payment',
      amountOf: ({ amount }) => amount,
      operation(body) {
        const { amount, spread = 'next' } = body
        const input = { amount: cents(amount), spread, arrival: arrivalInput(body) }
        return (writing, place) => receivePayment(writing, place, { ref: place.id, ...input })
      },
    }),
    loanRoute(service, {
      path: '/lender/loans/:loanId/charge-backs',
      permission: 'charge_backs:write',
      doc: docs.takePaymentBack,
      body: LenderChargeBackBody,
      approval: 'charge_back',
      amountOf: ({ payment_id: id }, place) => findPaymentAmount(service, place, id),
      operation:
        ({ payment_id: paymentId }) =>
        (writing, place) =>
          takePaymentBack(writing, place, { ref: place.id, paymentId }),
    }),
    loanRoute(service, {
      path: '/lender/loans/:loanId/early-repayment',
      permission: 'repayments:write',
      doc: docs.repayEarly,
      body: LenderEarlyRepaymentBody,
      operation(body) {
        const { amount, spread = 'spread' } = body
        const input = { amount, spread, arrival: completeArrivalInput(body) }
        return (writing, place) => repayEarly(writing, place, { ref: place.id, ...input })
      },
    }),
    loanRoute(service, {
      path: '/lender/loans/:loanId/withdrawal',
      permission: 'repayments:write',
      doc: docs.withdrawFromLoan,
      body: ReasonBody,
      signed: true,
      operation: () => (writing, place) => withdrawFromLoan(writing, place, place.id),
    }),
    ...reliefRoutes(service),
  ]
}

/** Relief by the lender: waivers, write-offs and their undoing, and refunds. */
function reliefRoutes(service: PayingService): Route[] {
  const { providers } = service
  return [
    loanRoute(service, {
      path: '/lender/loans/:loanId/waivers',
      permission: 'waivers:write',
      doc: docs.waiveDebt,
      body: LenderWaiverBody,
      approval: 'waiver',
      amountOf: ({ amount }) => amount,
      operation:
        ({ kind, amount }) =>
        (writing, place) =>
          waiveDebt(writing, place, { ref: place.id, kind, amount: cents(amount) }),
    }),
    loanRoute(service, {
      path: '/lender/loans/:loanId/write-off',
      permission: 'write_offs:write',
      doc: docs.writeOffDebt,
      body: ReasonBody,
      approval: 'write_off',
      operation: () => (writing, place) => writeOffDebt(writing, place, place.id),
    }),
    loanRoute(service, {
      path: '/lender/loans/:loanId/write-off/undo',
      permission: 'write_offs:write',
      doc: docs.undoWriteOff,
      body: ReasonBody,
      approval: 'write_off_undo',
      operation: () => (writing, place) => undoWriteOff(writing, place, place.id),
    }),
    loanRoute(service, {
      path: '/lender/loans/:loanId/credit-returns',
      permission: 'credit_returns:write',
      doc: docs.returnCredit,
      body: LenderCreditReturnBody,
      approval: 'credit_return',
      amountOf: ({ amount }) => amount,
      operation:
        ({ amount }) =>
        (writing, place) =>
          returnCredit({ ...writing, providers }, place, { ref: place.id, amount: cents(amount) }),
    }),
  ]
}
