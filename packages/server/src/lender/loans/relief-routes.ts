import { cents, LenderCreditReturnBody, LenderWaiverBody, ReasonBody } from '@svc/api'
import { returnCredit } from '../../credit/loans/return-credit.ts'
import { undoWriteOff } from '../../credit/loans/undo-write-off.ts'
import { waiveDebt } from '../../credit/loans/waive-debt.ts'
import { writeOffDebt } from '../../credit/loans/write-off-debt.ts'
import { loanView } from '../../kernel/loans/view.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { findPlace } from './find-place.ts'
import type { PayingService } from './input.ts'

/** Relief by the lender: waivers, write-offs and their undoing, and refunds. */
export function lenderReliefRoutes(service: PayingService): Route[] {
  const placeOf = (caller: LenderCaller, id: string) => findPlace(service, caller, { id })
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/waivers',
      permission: 'waivers:write',
      stepUp: true,
      doc: docs.waiveDebt,
      approval: {
        action: 'waiver',
        object: async ({ caller, params }) => objectOf(await placeOf(caller, params.loanId)),
        async amount({ caller, params, body: { amount } }) {
          const { currency } = await placeOf(caller, params.loanId)
          return { amount, currency }
        },
      },
      body: LenderWaiverBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await placeOf(caller, params.loanId)
        const input = { ref: place.id, kind: body.kind, amount: cents(body.amount) }
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => waiveDebt(writing, place, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    ...writeOffRoutes(service),
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/credit-returns',
      permission: 'credit_returns:write',
      stepUp: true,
      doc: docs.returnCredit,
      approval: {
        action: 'credit_return',
        object: async ({ caller, params }) => objectOf(await placeOf(caller, params.loanId)),
        async amount({ caller, params, body: { amount } }) {
          const { currency } = await placeOf(caller, params.loanId)
          return { amount, currency }
        },
      },
      body: LenderCreditReturnBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await placeOf(caller, params.loanId)
        const input = { ref: place.id, amount: cents(body.amount) }
        const { providers } = service
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => returnCredit({ ...writing, providers }, place, input),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
  ]
}

/** Takes two people, both ways. */
function writeOffRoutes(service: Service): Route[] {
  const placeOf = (caller: LenderCaller, id: string) => findPlace(service, caller, { id })
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/write-off',
      permission: 'write_offs:write',
      stepUp: true,
      doc: docs.writeOffDebt,
      approval: {
        action: 'write_off',
        object: async ({ caller, params }) => objectOf(await placeOf(caller, params.loanId)),
      },
      body: ReasonBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await placeOf(caller, params.loanId)
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => writeOffDebt(writing, place, place.id),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/write-off/undo',
      permission: 'write_offs:write',
      stepUp: true,
      doc: docs.undoWriteOff,
      approval: {
        action: 'write_off_undo',
        object: async ({ caller, params }) => objectOf(await placeOf(caller, params.loanId)),
      },
      body: ReasonBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const place = await placeOf(caller, params.loanId)
        return writeFor(
          { storeId: place.store.id, reason: body.reason },
          (writing) => undoWriteOff(writing, place, place.id),
          (loan) => answer(200, loanView(loan)),
        )
      },
    }),
  ]
}

const objectOf = ({ store, id }: Awaited<ReturnType<typeof findPlace>>) => ({
  kind: 'loan',
  id,
  storeId: store.id,
})
