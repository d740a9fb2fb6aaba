import type { ErrorCode } from '@svc/api'
import { type Approval, type ApprovalPolicy, NO_POLICY } from '../../model/approvals/approval.ts'
import {
  type ApprovalAction,
  type ApprovalObject,
  approvalRuleOf,
} from '../../model/approvals/approval-action.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import type { Permission } from '../../model/staff/roles.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Decision } from '../../platform/refusal.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { findAloneMax, isAlwaysAlone, judgedIn } from '../../tenancy/approvals/judging.ts'
import { findPolicy, listPendingOn } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { findLenderKey } from '../keys/store.ts'

/** Something that may be done to an object. */
export type Act = {
  readonly permission: Permission
  /** The approval of its route; absent: none. */
  readonly approval?: ApprovalAction
  /**
   * By the operation's own rule; the plan is the largest amount, if there is one. A function where
   * something has to be looked up, for callers who have the permission.
   */
  readonly decision: Decided | (() => Promise<Decided>)
}

type Decided = Decision<number | undefined>

/** For operations that are refused in no state of the object. */
export const ALWAYS: Decided = { plan: undefined }

/** The rule of an operation that has no amount. */
export const without = (decision: Decision<unknown>): Decided => upTo(decision, undefined)

/** The same with the largest amount that it takes. */
export const upTo = (decision: Decision<unknown>, max: number | undefined): Decided =>
  decision.refused === undefined ? { plan: max } : decision

export type AllowedAct = {
  readonly allowed: boolean
  readonly reason: ErrorCode | null
  readonly max: number | null
  readonly aloneMax: number | null
}

type Judging = Reading & { readonly clock: RealClock; readonly demo: boolean }

export type Judged<Name extends string> = {
  act(name: Name): AllowedAct
  readonly pending: readonly Approval[]
}

/** The caller's allowed acts on an object now, by the rules of the operations themselves. */
export async function findAllowedActs<Name extends string>(
  judging: Judging,
  caller: LenderCaller,
  about: {
    readonly object: ApprovalObject
    readonly currency: string
    readonly acts: Readonly<Record<Name, Act>>
  },
): Promise<Judged<Name>> {
  const { database, clock } = judging
  const { sandbox } = caller
  const { object, currency } = about
  const makerId = await accountableOf(judging, caller)
  const now = clock.now()
  const mode = sandbox ? 'sandbox' : 'live'
  const policies = await findPolicies(database, sandbox, Object.values<Act>(about.acts))
  const judged = await Promise.all(
    Object.entries<Act>(about.acts).map(async ([name, act]) => {
      const { permission, approval } = act
      if (!caller.permissions.has(permission)) return [name, refused('permission_missing')] as const
      const decision = typeof act.decision === 'function' ? await act.decision() : act.decision
      if (decision.refused !== undefined) return [name, refused(decision.refused)] as const
      const max = decision.plan ?? null
      const place = { sandbox, demo: judging.demo }
      if (approval === undefined || isAlwaysAlone(place, approval)) {
        return [name, { allowed: true, reason: null, max, aloneMax: null }] as const
      }
      const { bounded } = approvalRuleOf(approval)
      const amount = bounded === undefined ? null : { amount: 0, currency }
      const wanted = { caller, makerId, object, amount, now, action: approval }
      const policy = policies.get(judgedIn(caller, approval)) ?? NO_POLICY
      const aloneMax = await findAloneMax(database, wanted, policy)
      return [name, { allowed: true, reason: null, max, aloneMax }] as const
    }),
  )
  const pending = await listPendingOn(database, { mode, object, now })
  const acts = new Map<string, AllowedAct>(judged)
  return { pending, act: (name) => acts.get(name) ?? refused('permission_missing') }
}

/** The policies of each mode that one of the acts is judged in. */
async function findPolicies(
  reader: Reader,
  sandbox: boolean,
  acts: readonly Act[],
): Promise<ReadonlyMap<Mode, ApprovalPolicy>> {
  const modes = new Set(
    acts.flatMap(({ approval }) => (approval ? [judgedIn({ sandbox }, approval)] : [])),
  )
  return new Map(
    await Promise.all(
      [...modes].map(async (mode) => [mode, await findPolicy(reader, mode)] as const),
    ),
  )
}

const refused = (reason: ErrorCode): AllowedAct => ({
  ...{ allowed: false, reason, max: null, aloneMax: null },
})

/** The person that amounts are added up for: of a key its owner. */
async function accountableOf({ database }: Reading, { principal }: LenderCaller): Promise<string> {
  const id = principal.id ?? ''
  if (principal.kind !== 'lender_key') return id
  return (await findLenderKey(database, id))?.ownerId ?? id
}
