/** Whether an action needs two people, by the policy and earlier actions (decision 0116). */
import type { ApprovalPolicy, Done, Need } from '../../model/approvals/approval.ts'
import {
  type ApprovalAction,
  type ApprovalAmount,
  type ApprovalObject,
  approvalRuleOf,
  isModeless,
} from '../../model/approvals/approval-action.ts'
import {
  type Attempt,
  aloneUpTo,
  bestBound,
  decideNeed,
  largeBound,
} from '../../model/approvals/rules.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LenderCaller } from '../caller/context.ts'
import { hadTwoAdmins } from '../staff-accounts/store.ts'
import { type Acts, findPolicy, sumActs } from './store.ts'

/** A requested action, before any of it is done. */
export type Wanted = Pick<Attempt, 'action'> & {
  readonly caller: LenderCaller
  readonly object: ApprovalObject
  readonly amount: ApprovalAmount | null
  /** For a key, the person responsible for it. */
  readonly makerId: string
  readonly now: Date
}

type Judged = { readonly need: Need; readonly policyVersion: number }

const NOTHING: Done = { sum: 0, large: 0 }
export const modeOf = ({ sandbox }: LenderCaller) => (sandbox ? 'sandbox' : 'live')

/** In the sandbox of a real installation, actions within the sandbox need no second person. */
export const isAlwaysAlone = (
  { sandbox, demo }: { readonly sandbox: boolean; readonly demo: boolean },
  action: ApprovalAction,
): boolean => sandbox && !demo && !isModeless(action)

/** The mode whose policy applies. */
export const judgedIn = (
  { sandbox }: { readonly sandbox: boolean },
  action: ApprovalAction,
): Mode => (sandbox && !isModeless(action) ? 'sandbox' : 'live')

/** Whether it needs two people, by the policy and earlier actions. */
export async function judge(reader: Reader, wanted: Wanted): Promise<Judged> {
  const policy = await findPolicy(reader, judgedIn(wanted.caller, wanted.action))
  const policyVersion = policy.version
  if (await isFirst(reader, wanted)) {
    return { need: { needed: false, aloneMax: null }, policyVersion }
  }
  const { bound, done } = await weigh(reader, wanted, policy)
  return { need: decideNeed(wanted, bound, done), policyVersion }
}

/**
 * The amount up to which they can do it alone now; null: any, 0: none. `policy`: that of the
 * applicable mode.
 */
export async function findAloneMax(
  reader: Reader,
  wanted: Wanted,
  policy: ApprovalPolicy,
): Promise<number | null> {
  if (await isFirst(reader, wanted)) return null
  const { bound, done } = await weigh(reader, wanted, policy)
  return aloneUpTo(wanted, bound, done)
}

/** Otherwise nobody could ever approve the action that creates a second administrator. */
async function isFirst(reader: Reader, { action }: Wanted): Promise<boolean> {
  const { floor } = approvalRuleOf(action)
  return isModeless(action) && floor === true && !(await hadTwoAdmins(reader))
}

/** Their limit, and the earlier actions that count towards it. */
async function weigh(reader: Reader, wanted: Wanted, policy: ApprovalPolicy) {
  const { action, caller, amount } = wanted
  const live = judgedIn(caller, action) === 'live'
  const bound = bestBound({ action, holders: caller.holders, policy, live, amount })
  const acts = actsOf(wanted, bound.aloneMax)
  return { bound, done: acts === undefined ? NOTHING : await sumActs(reader, acts) }
}

/** Earlier actions that count towards it; undefined: none do. */
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
