import type { ReasonBody } from '@svc/api'
import type { Static } from 'typebox'
import { loanView } from '../../kernel/loans/view.ts'
import type { ApprovalAction } from '../../model/approvals/approval-action.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Permission } from '../../model/staff/roles.ts'
import type { LenderCaller, Writing } from '../../tenancy/caller/context.ts'
import {
  answer,
  type LenderRoute,
  lenderRoute,
  NO_CONTENT,
  type RouteDoc,
} from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { findPlace } from './find-place.ts'
import type { LoanPlace } from './place.ts'

type LoanPath = `/lender/loans/:loanId/${string}`

type LoanDefinition<Body extends typeof ReasonBody> = {
  readonly path: LoanPath
  readonly permission: Permission
  readonly doc: RouteDoc
  readonly body: Body
  /** Also signed and unconfirmed orders: they can become loans. */
  readonly signed?: true
  /** One request for each action waits for a second person at a time. */
  readonly approval?: ApprovalAction
  /** In the loan's currency, for approvals that an amount limits. */
  amountOf?(body: Static<Body>, place: LoanPlace): number | Promise<number>
  /** Reads the body first: its faults come before a missing loan. Undefined: no loan is left. */
  operation(body: Static<Body>): (writing: Writing, place: LoanPlace) => Promise<Loan | undefined>
}

/** Moves money of a loan in the name of the lender; the log has the reason. */
export function loanRoute<Body extends typeof ReasonBody>(
  service: Service,
  { path, permission, doc, body, signed, approval, ...acting }: LoanDefinition<Body>,
): LenderRoute {
  const { amountOf, operation } = acting
  const placeOf = (caller: LenderCaller, id: string) =>
    findPlace(service, caller, { id, ...(signed && { signed }) })
  return lenderRoute<LoanPath, Body>({
    ...{ method: 'POST', stepUp: true, dryRun: true },
    path,
    permission,
    doc,
    body,
    ...(approval && {
      approval: {
        action: approval,
        async object({ caller, params }) {
          const { store, id } = await placeOf(caller, params.loanId)
          return { kind: 'loan', id, storeId: store.id }
        },
        ...(amountOf && {
          async amount({ caller, params, body }) {
            const place = await placeOf(caller, params.loanId)
            return { amount: await amountOf(body, place), currency: place.currency }
          },
        }),
      },
    }),
    async handle({ caller, params, body, writeFor }) {
      const operate = operation(body)
      const place = await placeOf(caller, params.loanId)
      return writeFor(
        { storeId: place.store.id, reason: body.reason },
        (writing) => operate(writing, place),
        (loan) => (loan === undefined ? NO_CONTENT : answer(200, loanView(loan))),
      )
    },
  })
}
