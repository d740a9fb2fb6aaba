// Acts that may take two people say so: one person cannot run a route that a role may only request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '@svc/api'
import { approvalRuleOf } from '../../model/approvals/approval-action.ts'
import { grantOf, lenderRoles, type Permission } from '../../model/staff/roles.ts'
import { isLender, type Route } from '../../tenancy/caller/route.ts'
import { allRoutes } from '../app.ts'
import type { WholeService } from '../service/whole-service.ts'

/** Whether a person with the permission may need a second one. */
function isHalf(permission: Permission): boolean {
  const grants = [...lenderRoles, 'lender_key' as const].map((each) => grantOf(each, permission))
  return grants.some((grant) => grant?.power === 'asks' || grant?.limit !== undefined)
}

/** It changes nothing: one person is enough (decision 0130). */
const PROTECTIVE = new Set(['/lender/stores/:storeId/terms/:version/withdraw'])

/** The faults of a route's line; empty: none. */
function faultsOf(route: Route): string[] {
  if (!isLender(route) || route.method === 'GET') return []
  const { access, approval, body } = route
  if (approval === undefined) {
    const isAlone = PROTECTIVE.has(route.path) || !isHalf(access.permission)
    return isAlone ? [] : ['it has no approval']
  }
  const rule = approvalRuleOf(approval.action)
  const properties = Object.keys(recordOf(recordOf(body).properties))
  return [
    ...((rule.bounded === undefined) === (approval.amount === undefined) ? [] : ['the amount']),
    ...(properties.includes('reason') ? [] : ['its body has no reason']),
  ]
}

const service = { brand: 'svc' } as WholeService

test('every write that may need a second person has an action, an object and an amount', () => {
  for (const route of allRoutes(service)) {
    assert.deepEqual(faultsOf(route), [], `${route.method} ${route.path}`)
  }
})

test('a write without its line is noticed', () => {
  const base = { method: 'POST', path: '/x', doc: { operation: 'x', summary: '', answers: {} } }
  const access = { kind: 'lender', permission: 'write_offs:write' }
  const bare = { ...base, access } as Route
  assert.deepEqual(faultsOf(bare), ['it has no approval'])
  const approval = { action: 'payment', object: () => ({ kind: 'loan', id: '1' }) }
  const wrong = { ...base, access, approval } as unknown as Route
  assert.deepEqual(faultsOf(wrong), ['the amount', 'its body has no reason'])
})
