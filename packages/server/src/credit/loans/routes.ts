import {
  ChargeBackBody,
  cents,
  EarlyRepaymentBody,
  ReceivedPaymentBody,
  type Scope,
} from '@svc/api'
import { loanView } from '../../kernel/loans/view.ts'
import { actsForLender } from '../../tenancy/caller/lender-only.ts'
import { answer, NO_CONTENT, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getLoan } from './get-loan.ts'
import { receivePayment } from './receive-payment.ts'
import { repayEarly } from './repay-early.ts'
import { takePaymentBack } from './take-payment-back.ts'
import { loanStatementView, storesLoanView } from './view.ts'
import { withdrawFromLoan } from './withdraw-from-loan.ts'

/** Operations between the lender and the buyer, reported by the loan's servicer. */
export function loanRoutes(service: Service): Route[] {
  const scope: Scope = 'orders:write'
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/loan',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.getLoan,
      async handle(request) {
        const timed = { ...service, clock: await request.clock() }
        const statement = await getLoan(timed, request.caller, request.params.orderId)
        const isWhole = actsForLender(service, request.caller)
        return answer(200, isWhole ? loanStatementView(statement) : storesLoanView(statement))
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/loan/payments',
      lenderOnly: { what: 'A payment by hand' },
      access: { kind: 'private', scope: scope, permission: 'payments:write' },
      doc: docs.receivePayment,
      body: ReceivedPaymentBody,
      dryRun: true,
      handle(request) {
        const { amount, spread = 'next' } = request.body
        const input = { ref: request.params.orderId, amount: cents(amount), spread }
        return request.write(
          (writing) => receivePayment(writing, request.caller, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/loan/early-repayment',
      lenderOnly: { what: 'An early repayment', quotes: true },
      access: { kind: 'private', scope: scope, permission: 'repayments:write' },
      doc: docs.repayEarly,
      body: EarlyRepaymentBody,
      bodyOptional: true,
      dryRun: true,
      handle(request) {
        const { amount, spread = 'spread' } = request.body
        const input = { ref: request.params.orderId, amount, spread }
        return request.write(
          (writing) => repayEarly(writing, request.caller, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    ...endingRoutes(scope),
  ]
}

/** How a loan ends otherwise than by being paid, and how a payment is undone. */
function endingRoutes(scope: Scope): Route[] {
  return [
    route({
      method: 'POST',
      path: '/orders/:orderId/loan/withdrawal',
      lenderOnly: { what: 'A withdrawal' },
      access: { kind: 'private', scope: scope, permission: 'repayments:write' },
      doc: docs.withdrawFromLoan,
      dryRun: true,
      handle(request) {
        return request.write(
          (writing) => withdrawFromLoan(writing, request.caller, request.params.orderId),
          (loan) => (loan === undefined ? NO_CONTENT : answer(200, loanView(loan))),
        )
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:orderId/loan/charge-backs',
      lenderOnly: { what: 'A charge-back' },
      access: { kind: 'private', scope: scope, permission: 'charge_backs:write' },
      doc: docs.takePaymentBack,
      body: ChargeBackBody,
      dryRun: true,
      handle(request) {
        const { payment_id: paymentId } = request.body
        const input = { ref: request.params.orderId, paymentId }
        return request.write(
          (writing) => takePaymentBack(writing, request.caller, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
  ]
}
