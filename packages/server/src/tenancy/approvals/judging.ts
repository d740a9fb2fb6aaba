/** Whether an act takes two people, by the policy and by what was done before (decision 0116). */
import type { ApprovalPolicy, Done, Need } from '../../model/approvals/approval.ts'
import {
  type ApprovalAmount,
  type ApprovalObject,
  approvalRuleOf,
  isModeless,
} from '../../model/approvals/approval-action.ts'
import {
  type Asking,
  aloneUpTo,
  bestBound,
  decideNeed,
  largeBound,
} from '../../model/approvals/rules.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LenderCaller } from '../caller/context.ts'
import { hadTwoAdmins } from '../staff-accounts/store.ts'
import { type Acts, findPolicy, sumActs } from './store.ts'

/** What somebody asks for, before anything of it is done. */
export type Wanted = Pick<Asking, 'action'> & {
  readonly caller: LenderCaller
  readonly object: ApprovalObject
  readonly amount: ApprovalAmount | null
  /** Of a key whoever answers for it. */
  readonly makerId: string
  readonly now: Date
}

type Judged = { readonly need: Need; readonly policyVersion: number }

const NOTHING: Done = { sum: 0, large: 0 }
export const modeOf = ({ sandbox }: LenderCaller) => (sandbox ? 'sandbox' : 'live')

/** Whether it takes two, by the policy and by what was done before. */
export async function judge(reader: Reader, wanted: Wanted): Promise<Judged> {
  const { action, caller } = wanted
  const live = !caller.sandbox || isModeless(action)
  const policy = await findPolicy(reader, live ? 'live' : 'sandbox')
  // Else nobody could ever approve what makes a second administrator.
  const { floor } = approvalRuleOf(action)
  if (isModeless(action) && floor && !(await hadTwoAdmins(reader))) {
    return { need: { needed: false, aloneMax: null }, policyVersion: policy.version }
  }
  const { bound, done } = await weigh(reader, { ...wanted, live, policy })
  return { need: decideNeed(wanted, bound, done), policyVersion: policy.version }
}

/**
 * Up to which amount they would do it alone now; null: whatever it is, 0: nothing. `policy`: that
 * of their mode.
 */
export async function findAloneMax(
  reader: Reader,
  wanted: Wanted,
  policy: ApprovalPolicy,
): Promise<number | null> {
  const { bound, done } = await weigh(reader, { ...wanted, live: !wanted.caller.sandbox, policy })
  return aloneUpTo(wanted, bound, done)
}

type Weighed = Wanted & Pick<Asking, 'live' | 'policy'>

/** Their bound, and what was done before that counts with it. */
async function weigh(reader: Reader, { live, policy, ...wanted }: Weighed) {
  const { action, caller, amount } = wanted
  const bound = bestBound({ action, holders: caller.holders, policy, live, amount })
  const acts = actsOf(wanted, bound.aloneMax)
  return { bound, done: acts === undefined ? NOTHING : await sumActs(reader, acts) }
}

/** What was done before that counts with it; undefined: nothing does. */
export function actsOf(wanted: Wanted, aloneMax: number | null): Acts | undefined {
  const { action, amount, caller, makerId, object, now } = wanted
  if (amount === null) return undefined
  const since = new Date(now)
  since.setUTCHours(0, 0, 0, 0)
  const { bounded } = approvalRuleOf(action)
  return {
    ...{ mode: modeOf(caller), action, makerId, currency: amount.currency, since },
    largeAbove: largeBound(aloneMax ?? 0),
    ...(bounded === 'by_object' ? { object } : {}),
  }
}
