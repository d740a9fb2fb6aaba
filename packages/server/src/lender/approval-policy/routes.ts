import { ApprovalPolicyAnswer, ApprovalPolicyBody } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { changePolicy } from './change-policy.ts'
import * as docs from './docs.ts'
import { getPolicy } from './get-policy.ts'
import { rulesIn } from './input.ts'
import { readVersions } from './read-versions.ts'
import { policyView, versionView } from './view.ts'

const path = '/lender/approval-policy'
const versionsPath = `${path}/versions` as const

export function approvalPolicyRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      ...{ method: 'GET', path, permission: 'own:read', doc: docs.getPolicy },
      async handle({ caller }) {
        return answer(200, policyView(await getPolicy(service, caller)))
      },
    }),
    listRoute({
      ...{ path: versionsPath, permission: 'own:read', doc: docs.listPolicies },
      read: ({ caller, query }) => readVersions(service, caller, query),
      view: versionView,
    }),
    lenderRoute({
      method: 'PATCH',
      path,
      permission: 'approval_policy:write',
      stepUp: true,
      dryRun: true,
      ...{ body: ApprovalPolicyBody, knownBy: ApprovalPolicyAnswer },
      approval: {
        action: 'approval_policy',
        object: ({ caller }) => {
          return { kind: 'approval_policy', id: caller.sandbox ? 'sandbox' : 'live' }
        },
      },
      doc: docs.changePolicy,
      handle({ caller, body, writeInRealTime }) {
        const change = { ...body, rules: rulesIn(body) }
        return writeInRealTime(
          (writing) => changePolicy(writing, caller, change),
          (policy) => answer(200, policyView(policy)),
        )
      },
    }),
  ]
}
