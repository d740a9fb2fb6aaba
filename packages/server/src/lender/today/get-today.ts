import { approvalActions, approvalRuleOf } from '../../model/approvals/approval-action.ts'
import type { Permission } from '../../model/staff/roles.ts'
import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import {
  countApprovals,
  countFailing,
  countPayouts,
  countPromises,
  countRefusals,
  type Waiting,
} from './store.ts'

/** Of each kind of work what waits; null: the caller has nothing to do with it. */
export type Today = { readonly at: Date } & {
  readonly [K in 'approvals' | 'reviews' | 'promises' | 'failures' | 'payouts']: Waiting | null
}

/** What waits for the caller, by what they may do. A key decides on nothing. */
export async function getToday(
  { database, clock }: TimedReading,
  { principal, permissions, sandbox }: LenderCaller,
): Promise<Today> {
  const at = clock.now()
  const scope = { sandbox, at }
  const own = (permission: Permission, count: () => Promise<Waiting>) =>
    permissions.has(permission) ? count() : null
  const decidable = approvalActions.filter((each) =>
    permissions.has(approvalRuleOf(each).permission),
  )
  const isPerson = principal.kind === 'lender_person'
  const makerId = principal.id ?? ''
  const [approvals, reviews, promises, failures, payouts] = await Promise.all([
    isPerson && decidable.length > 0
      ? countApprovals(database, { ...scope, makerId, actions: decidable })
      : null,
    own('decisions:review', () => countRefusals(database, scope)),
    own('notes:write', () => countPromises(database, scope)),
    own('stores:read', () => countFailing(database, scope)),
    own('payouts:read', () => countPayouts(database, scope)),
  ])
  return { at, approvals, reviews, promises, failures, payouts }
}
