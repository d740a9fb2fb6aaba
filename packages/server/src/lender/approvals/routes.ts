import { ApproveAllBody, ApproveBody, DeclineBody } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { approveAll } from './approve-all.ts'
import { declineApproval } from './decline-approval.ts'
import * as docs from './docs.ts'
import { getApproval } from './get-approval.ts'
import type { Deciding } from './input.ts'
import { listApprovals } from './list-approvals.ts'
import { readAnswer } from './read-answer.ts'
import { approvalView, approvedAllView, singleView } from './view.ts'
import { withdrawApproval } from './withdraw-approval.ts'

/** The approval itself says whose it is and who may decide it. */
const own = { permission: 'own:read' } as const
/** A program decides nothing; a person shows a factor again. */
const deciding = { ...own, peopleOnly: true, stepUp: true } as const

export function approvalRoutes(service: Service, decisions: Deciding): Route[] {
  const deciding = decidingRoutes(service, decisions)
  return [...readingRoutes(service, decisions), secretRoute(service), ...deciding]
}

function readingRoutes(service: Service, decisions: Deciding): Route[] {
  return [
    listRoute({
      ...{ path: '/lender/approvals', ...own, doc: docs.listApprovals },
      read: ({ caller, query }) => listApprovals(service, caller, query),
      view: approvalView,
    }),
    lenderRoute({
      ...{ method: 'GET', path: '/lender/approvals/:approvalId', ...own, doc: docs.getApproval },
      async handle({ caller, params }) {
        const input = { caller, ...params }
        return answer(200, singleView(await getApproval(service, decisions, input)))
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/approvals/:approvalId/withdraw',
      ...own,
      doc: docs.withdrawApproval,
      handle: ({ caller, params, writeInRealTime }) =>
        writeInRealTime(
          (writing) => withdrawApproval(writing, caller, params),
          (approval) => answer(200, approvalView(approval)),
        ),
    }),
  ]
}

function secretRoute({ vault }: Service): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/approvals/:approvalId/answer',
    ...deciding,
    secretAnswer: true,
    doc: docs.readAnswer,
    handle: ({ caller, params, writeInRealTime }) =>
      writeInRealTime(
        (writing) => readAnswer(writing, vault, { caller, ...params }),
        (secret) => answer(200, { answer: secret }),
      ),
  })
}

function decidingRoutes(service: Service, decisions: Deciding): Route[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/approvals/approve',
      ...deciding,
      body: ApproveAllBody,
      doc: docs.approveAll,
      handle: ({ caller, body, writeInRealTime }) =>
        writeInRealTime(
          // Each has a transaction of its own: an answer under a key would be that of one of them.
          (writing) => {
            const { approvals, note = null } = body
            const single = { ...writing, writer: service.database }
            return approveAll(single, decisions, { approvals, note, caller })
          },
          (results) => answer(200, approvedAllView(results)),
        ),
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/approvals/:approvalId/approve',
      ...deciding,
      body: ApproveBody,
      doc: docs.approve,
      handle({ caller, params, body, writeInRealTime }) {
        const { effects_hash: effectsHash, note = null } = body
        return writeInRealTime(
          (writing) => decisions.approve(writing, { ...params, caller, effectsHash, note }),
          (approval) => answer(200, approvalView(approval)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/approvals/:approvalId/decline',
      ...deciding,
      body: DeclineBody,
      doc: docs.declineApproval,
      handle: ({ caller, params, body, writeInRealTime }) =>
        writeInRealTime(
          (writing) => declineApproval(writing, caller, { ...params, ...body }),
          (approval) => answer(200, approvalView(approval)),
        ),
    }),
  ]
}
