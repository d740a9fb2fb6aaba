import type { Answered, LenderRolesAnswer } from '@svc/api'
import {
  grantOf,
  type Holder,
  lenderRoles,
  permissions,
  scopeFor,
  storeRoles,
} from '../../model/staff/roles.ts'
import { assert } from '../../platform/refusal.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'

const HOLDERS: readonly Holder[] = [...lenderRoles, ...storeRoles, 'lender_key']

/** The matrix, with what the caller has of it. */
export function rolesView(caller: LenderCaller): Answered<typeof LenderRolesAnswer> {
  const { kind, id, name } = caller.principal
  assert(kind === 'lender_key' || kind === 'lender_person', 'nobody else comes to the lender')
  return {
    principal: { kind, id, name },
    results: permissions.map((permission) => ({
      permission,
      scope: scopeFor(permission) ?? null,
      own: caller.permissions.has(permission),
      grants: HOLDERS.flatMap((holder) => {
        const grant = grantOf(holder, permission)
        if (grant === undefined) return []
        const { power, limit, reach = null } = grant
        return [{ holder, power, limit: limit?.most ?? null, limit_of: limit?.of ?? null, reach }]
      }),
    })),
  }
}
