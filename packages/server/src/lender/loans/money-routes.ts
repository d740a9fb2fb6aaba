import {
  cents,
  LenderChargeBackBody,
  LenderEarlyRepaymentBody,
  LenderPaymentBody,
  ReasonBody,
} from '@svc/api'
import { receivePayment } from '../../credit/loans/receive-payment.ts'
import { repayEarly } from '../../credit/loans/repay-early.ts'
import { takePaymentBack } from '../../credit/loans/take-payment-back.ts'
import { withdrawFromLoan } from '../../credit/loans/withdraw-from-loan.ts'
import { loanView } from '../../kernel/loans/view.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { answer, lenderRoute, NO_CONTENT, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { findPaymentAmount } from './find-payment-amount.ts'
import { findPlace } from './find-place.ts'
import { arrivalInput, completeArrivalInput } from './input.ts'

/** Money between lender and buyer: the operations that stores have, in the name of the lender. */
export function lenderMoneyRoutes(service: Service): Route[] {
  const placeOf = (caller: LenderCaller, id: string) => findPlace(service, caller, { id })
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/payments',
      permission: 'payments:write',
      stepUp: true,
      doc: docs.receivePayment,
      approval: {
        action: 'payment',
        object: async ({ caller, params }) => objectOf(await placeOf(caller, params.loanId)),
        async amount({ caller, params, body: { amount } }) {
          const { currency } = await placeOf(caller, params.loanId)
          return { amount, currency }
        },
      },
      body: LenderPaymentBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await placeOf(caller, params.loanId)
        const { amount, spread = 'next' } = body
        const arrival = arrivalInput(body)
        const input = { ref: place.id, amount: cents(amount), spread, arrival }
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => receivePayment(writing, place, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/charge-backs',
      permission: 'charge_backs:write',
      stepUp: true,
      doc: docs.takePaymentBack,
      approval: {
        action: 'charge_back',
        object: async ({ caller, params }) => objectOf(await placeOf(caller, params.loanId)),
        async amount({ caller, params, body }) {
          const place = await placeOf(caller, params.loanId)
          const amount = await findPaymentAmount(service, place, body.payment_id)
          return { amount, currency: place.currency }
        },
      },
      body: LenderChargeBackBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await placeOf(caller, params.loanId)
        const input = { ref: place.id, paymentId: body.payment_id }
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => takePaymentBack(writing, place, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    ...endingRoutes(service),
  ]
}

/** One payment of a loan waits for a second person at a time. */
const objectOf = ({ store, id }: Awaited<ReturnType<typeof findPlace>>) => ({
  kind: 'loan',
  id,
  storeId: store.id,
})

/** Operations that end a loan early. */
function endingRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/early-repayment',
      permission: 'repayments:write',
      stepUp: true,
      doc: docs.repayEarly,
      body: LenderEarlyRepaymentBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const arrival = completeArrivalInput(body)
        const place = await findPlace(service, caller, { id: params.loanId })
        const { amount, spread = 'spread' } = body
        const input = { ref: place.id, amount, spread, arrival }
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => repayEarly(writing, place, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/withdrawal',
      permission: 'repayments:write',
      stepUp: true,
      doc: docs.withdrawFromLoan,
      body: ReasonBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await findPlace(service, caller, { id: params.loanId, signed: true })
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => withdrawFromLoan(writing, place, place.id),
          (loan) => (loan === undefined ? NO_CONTENT : answer(200, loanView(loan))),
        )
      },
    }),
  ]
}
