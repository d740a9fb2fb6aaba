import type { ErrorCode } from '@svc/api'
import type { Approval } from '../../model/approvals/approval.ts'
import {
  type ApprovalAction,
  type ApprovalObject,
  approvalRuleOf,
} from '../../model/approvals/approval-action.ts'
import type { Permission } from '../../model/staff/roles.ts'
import type { Decision } from '../../platform/refusal.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { findAloneMax } from '../../tenancy/approvals/judging.ts'
import { findPolicy, listPendingOn } from '../../tenancy/approvals/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { findLenderKey } from '../keys/store.ts'

/** Something that may be done to an object. */
export type Act = {
  readonly permission: Permission
  /** As its route names it; absent: nobody is asked. */
  readonly approval?: ApprovalAction
  /** By the operation's own rule; the plan is the largest amount, where there is one. */
  readonly decision: Decision<number | undefined>
}

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

/** What whoever asks may do to an object now, by the rules by which it would be done. */
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
  const policy = await findPolicy(database, mode)
  const judged = await Promise.all(
    Object.entries<Act>(about.acts).map(async ([name, act]) => {
      const { decision, permission, approval } = act
      if (!caller.permissions.has(permission)) return [name, refused('permission_missing')] as const
      if (decision.refused !== undefined) return [name, refused(decision.refused)] as const
      const isOff = approval === undefined || (sandbox && !judging.demo)
      const amount =
        isOff || approvalRuleOf(approval).bounded === undefined ? null : { amount: 0, currency }
      const wanted = { caller, makerId, object, amount, now }
      const aloneMax = isOff
        ? null
        : await findAloneMax(database, { ...wanted, action: approval }, policy)
      return [name, { allowed: true, reason: null, max: decision.plan ?? null, aloneMax }] as const
    }),
  )
  const pending = await listPendingOn(database, { mode, object, now })
  const acts = new Map<string, AllowedAct>(judged)
  return { pending, act: (name) => acts.get(name) ?? refused('permission_missing') }
}

const refused = (reason: ErrorCode): AllowedAct => ({
  ...{ allowed: false, reason, max: null, aloneMax: null },
})

/** Under whose name what they do is added up: of a key its owner. */
async function accountableOf({ database }: Reading, { principal }: LenderCaller): Promise<string> {
  const id = principal.id ?? ''
  if (principal.kind !== 'lender_key') return id
  return (await findLenderKey(database, id))?.ownerId ?? id
}
