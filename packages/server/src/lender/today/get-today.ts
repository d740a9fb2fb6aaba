import { approvalActions, approvalRuleOf } from '../../model/approvals/approval-action.ts'
import type { Permission } from '../../model/staff/roles.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { findEnd, findPlaceBefore } from '../events/store.ts'
import { NEWS, type News } from './news.ts'
import {
  countActions,
  countApprovals,
  countFailing,
  countPayouts,
  countPromises,
  countRefusals,
  type Scope,
  type Waiting,
} from './store.ts'

/** Of each kind of work what waits; null: the caller has nothing to do with it. */
export type Today = { readonly at: Date; readonly news: News | null } & {
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
  const [approvals, reviews, promises, failures, payouts, news] = await Promise.all([
    isPerson && decidable.length > 0
      ? countApprovals(database, { ...scope, makerId, actions: decidable })
      : null,
    own('decisions:review', () => countRefusals(database, scope)),
    own('notes:write', () => countPromises(database, scope)),
    own('stores:read', () => countFailing(database, scope)),
    own('payouts:read', () => countPayouts(database, scope)),
    permissions.has('loans:read') ? newsSince(database, scope) : null,
  ])
  return { at, approvals, reviews, promises, failures, payouts, news }
}

const DAY_MS = 86_400_000
/** Home is opened often: of more than that the newest are counted. */
const COUNTED_MAX = 10_000

async function newsSince(reader: Reader, { sandbox, at }: Scope): Promise<News> {
  const mode = sandbox ? 'sandbox' : 'live'
  const since = new Date(at.getTime() - DAY_MS)
  const upTo = await findEnd(reader, mode)
  const before = await findPlaceBefore(reader, { mode, end: upTo }, since)
  const after = Math.max(before, upTo - COUNTED_MAX)
  const counts = await countActions(reader, { mode, after, upTo }, NEWS)
  const actions = NEWS.map((action) => ({ action, count: counts.get(action) ?? 0 }))
  return { since, complete: after === before, actions: actions.filter(({ count }) => count > 0) }
}
