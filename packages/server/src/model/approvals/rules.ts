/**
 * Four eyes. Invariants: 1. an action that a role may only request is not executed alone, nor one
 * above a limit: by one action, by nearly the same amount repeatedly, or by many small ones. 2. In
 * live mode minimums apply whatever the policy says. 3. The checker is another person than the
 * maker, by every way in which the two could be one, and could have made the request. 4. A request
 * ends once.
 */

import { wholePercent } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'
import type { Principal } from '../actions/action.ts'
import type { Person } from '../staff/person.ts'
import { grantOf, type Holder, type Permission, permissionsOf } from '../staff/roles.ts'
import type { Approval, ApprovalPolicy, Because, Done, Need, PolicyRule } from './approval.ts'
import { type ApprovalAction, type ApprovalAmount, approvalRuleOf } from './approval-action.ts'

/** The share of a limit above which an action counts as close to it. */
const LARGE_PERCENT = 80
/** The number of such actions that can be done alone in a day. */
const LARGE_MAX = 2
/** The daily total, as a multiple of the limit. */
const DAY_TIMES = 4

type Bound = {
  /** Null: without a limit. */
  readonly aloneMax: number | null
  readonly because: Because
}

/** The limit of the most specific rule, otherwise of the role; undefined: no permission at all. */
function boundOf(
  holder: Holder,
  action: ApprovalAction,
  { rules }: ApprovalPolicy,
  currency: string | null,
): Bound | undefined {
  const grant = grantOf(holder, approvalRuleOf(action).permission)
  if (grant === undefined || grant.reach !== undefined) return undefined
  const fits = (rule: PolicyRule) =>
    rule.action === action &&
    (rule.role === null || rule.role === holder) &&
    (rule.currency === null || rule.currency === currency)
  const weight = ({ role, currency: of }: PolicyRule) =>
    (role === null ? 0 : 2) + (of === null ? 0 : 1)
  const [rule] = rules.filter(fits).toSorted((a, b) => weight(b) - weight(a))
  if (rule !== undefined) return { aloneMax: rule.aloneMax, because: 'policy' }
  if (grant.power === 'asks') return { aloneMax: 0, because: 'role' }
  return { aloneMax: grant.limit?.most ?? null, because: 'role' }
}

export type Attempt = {
  readonly action: ApprovalAction
  readonly holders: readonly Holder[]
  readonly policy: ApprovalPolicy
  /** In live mode floors apply. */
  readonly live: boolean
  readonly amount: ApprovalAmount | null
}

const NEVER_ALONE: Bound = { aloneMax: 0, because: 'role' }

/** The amount up to which these roles can act alone: the highest of their limits. */
export function bestBound({ action, holders, policy, live, amount }: Attempt): Bound {
  if (live && approvalRuleOf(action).floor === true) return { aloneMax: 0, because: 'floor' }
  const bounds = holders.flatMap(
    (holder) => boundOf(holder, action, policy, amount?.currency ?? null) ?? [],
  )
  return bounds.reduce((best, each) => (isMore(each, best) ? each : best), bounds[0] ?? NEVER_ALONE)
}

const isMore = (one: Bound, other: Bound): boolean =>
  (one.aloneMax ?? Number.POSITIVE_INFINITY) > (other.aloneMax ?? Number.POSITIVE_INFINITY)

/** `done`: by the maker on this day, or on the object. */
export function decideNeed(
  { action, amount }: Pick<Attempt, 'action' | 'amount'>,
  { aloneMax, because }: Bound,
  done: Done,
): Need {
  if (aloneMax === null) return { needed: false, aloneMax }
  if (aloneMax === 0 || amount === null) return { needed: true, because }
  const asks = (reason: Because): Need => ({ needed: true, because: reason })
  if (approvalRuleOf(action).bounded === 'by_object') {
    return done.sum + amount.amount > aloneMax ? asks('limit') : { needed: false, aloneMax }
  }
  if (amount.amount > aloneMax) return asks('limit')
  if (amount.amount * 100 > largeBound(aloneMax) && done.large >= LARGE_MAX) {
    return asks('repeated')
  }
  if (done.sum + amount.amount > DAY_TIMES * aloneMax) return asks('day')
  return { needed: false, aloneMax }
}

/** The amount up to which `decideNeed` needs no second person; null: any amount, 0: always one. */
export function aloneUpTo(
  { action }: Pick<Attempt, 'action'>,
  { aloneMax }: Bound,
  done: Done,
): number | null {
  if (aloneMax === null || aloneMax === 0) return aloneMax
  if (approvalRuleOf(action).bounded === 'by_object') return Math.max(0, aloneMax - done.sum)
  const once = done.large < LARGE_MAX ? aloneMax : wholePercent(aloneMax, LARGE_PERCENT)
  return Math.max(0, Math.min(once, DAY_TIMES * aloneMax - done.sum))
}

/** In hundredths: an amount above it is close to the limit of one person. */
export const largeBound = (aloneMax: number): number => aloneMax * LARGE_PERCENT

/** The maker's present state; undefined: they are gone, or their key has ended. */
export type Maker = {
  readonly holders: readonly Holder[]
  readonly permissions: ReadonlySet<Permission>
  /** The person whose totals include it: for a key its owner. */
  readonly accountable: string
  /** For a key, its owner and creator. */
  readonly people: readonly string[]
}

type Checking = {
  readonly approval: Approval
  readonly checker: Person
  readonly maker: Maker | undefined
  readonly now: Date
}

/** Whether the maker may still request it: with the roles of that time. */
export function isStillAsked({ approval, maker }: Pick<Checking, 'approval' | 'maker'>): boolean {
  if (maker === undefined) return false
  const { permission } = approvalRuleOf(approval.action)
  if (!maker.permissions.has(permission)) return false
  const { makerRoles } = approval
  return (
    makerRoles === null ||
    (makerRoles.length === maker.holders.length &&
      makerRoles.every((role) => maker.holders.some((each) => each === role)))
  )
}

/** Whether a person may decide it: without the step-up, which the gate requires. */
export function decideCheck(checking: Checking): Decision<Approval> {
  const { approval, checker, now } = checking
  const { permission } = approvalRuleOf(approval.action)
  if (checker.disabledAt !== null || !mayCheck(checking)) {
    return { refused: 'permission_missing', detail: { values: { permission } } }
  }
  if (isOwn(checking)) {
    return { refused: 'approval_own', detail: { values: { state: approval.status } } }
  }
  return decideEnd(approval, now)
}

/** An ended request stays ended; an expired one counts as ended. */
function decideEnd(approval: Approval, now: Date): Decision<Approval> {
  const { status, expiresAt } = approval
  if (status === 'pending' && now < expiresAt) return { plan: approval }
  const state = status === 'pending' ? 'expired' : status
  return { refused: 'approval_ended', detail: { values: { state } } }
}

/** The permission itself, and, of two roles that check each other, the one that the maker lacks. */
function mayCheck({ approval, checker, maker }: Checking): boolean {
  const { permission, crossed = [] } = approvalRuleOf(approval.action)
  if (!permissionsOf(checker.roles).has(permission)) return false
  const makers = crossed.filter((role) => maker?.holders.some((each) => each === role))
  if (makers.length === 0 || makers.length === crossed.length) return true
  return crossed.some((role) => !makers.includes(role) && checker.roles.includes(role))
}

/** The same person, the owner of the maker's key, or the person it is about. */
function isOwn({ approval, checker, maker }: Checking): boolean {
  const { makerId, objectKind, objectId } = approval
  return (
    makerId === checker.id ||
    maker?.people.includes(checker.id) === true ||
    (objectKind === 'staff' && objectId === checker.id)
  )
}

/** Only the maker can withdraw it. */
export function decideWithdrawal(
  approval: Approval,
  principal: Principal,
  now: Date,
): Decision<Approval> {
  if (principal.kind !== approval.makerKind || principal.id !== approval.makerId) {
    return { refused: 'approval_not_own', detail: { values: { state: approval.status } } }
  }
  return decideEnd(approval, now)
}

type Reading = { readonly principal: Principal; readonly permissions: ReadonlySet<Permission> }

/** What it was answered with is for the maker, while they may still ask for it. */
export function decideReading(
  approval: Approval,
  { principal, permissions }: Reading,
): Decision<Approval> {
  if (principal.kind !== approval.makerKind || principal.id !== approval.makerId) {
    return { refused: 'approval_not_own', detail: { values: { state: approval.status } } }
  }
  const { permission } = approvalRuleOf(approval.action)
  if (permissions.has(permission)) return { plan: approval }
  return { refused: 'permission_missing', detail: { values: { permission } } }
}

const HOUR_MS = 3_600_000

export function endOf(action: ApprovalAction, now: Date): Date {
  return new Date(now.getTime() + approvalRuleOf(action).hours * HOUR_MS)
}

/** Faults of the rules of a policy, by their index. */
export function policyFaults(
  rules: readonly PolicyRule[],
  live: boolean,
): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [index, { action, role, currency, aloneMax }] of rules.entries()) {
    const { floor, bounded } = approvalRuleOf(action)
    const name = `${action}/${role}/${currency}`
    const wrong = [
      ...(seen.has(name) ? ['must not be repeated'] : []),
      ...(live && floor === true && aloneMax !== 0 ? [`${action} always takes two people`] : []),
      ...(bounded === undefined && aloneMax !== 0 && aloneMax !== null
        ? [`${action} has no amount: 0 or null`]
        : []),
      ...(bounded === undefined && currency !== null ? [`${action} has no currency`] : []),
    ]
    if (wrong.length > 0) faults[`rules.${index}`] = wrong
    seen.add(name)
  }
  return faults
}
