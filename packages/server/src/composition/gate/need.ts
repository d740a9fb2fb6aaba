import type { Done, Need } from '../../model/approvals/approval.ts'
import type { ApprovalAmount, ApprovalObject } from '../../model/approvals/approval-action.ts'
import { approvalRuleOf, isModeless } from '../../model/approvals/approval-action.ts'
import { type Asking, bestBound, decideNeed, largeBound } from '../../model/approvals/rules.ts'
import { type Reader, rowSetsOf, type Writer, Written } from '../../platform/database/database.ts'
import { newRows } from '../../platform/database/reader.ts'
import type { Ids } from '../../platform/ids.ts'
import { type Acts, actRow, findPolicy, lockActs, sumActs } from '../../tenancy/approvals/store.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { hadTwoAdmins } from '../../tenancy/staff-accounts/store.ts'

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
const modeOf = ({ sandbox }: LenderCaller) => (sandbox ? 'sandbox' : 'live')

/** Whether it takes two, by the policy and by what was done before. */
export async function judge(reader: Reader, wanted: Wanted): Promise<Judged> {
  const { action, caller, amount } = wanted
  const live = !caller.sandbox || isModeless(action)
  const policy = await findPolicy(reader, live ? 'live' : 'sandbox')
  const { holders } = caller
  // Else nobody could ever approve what makes a second administrator.
  const { floor } = approvalRuleOf(action)
  if (isModeless(action) && floor && !(await hadTwoAdmins(reader))) {
    return { need: { needed: false, aloneMax: null }, policyVersion: policy.version }
  }
  const bound = bestBound({ action, holders, policy, live, amount })
  const acts = actsOf(wanted, bound.aloneMax)
  const done = acts === undefined ? NOTHING : await sumActs(reader, acts)
  return { need: decideNeed(wanted, bound, done), policyVersion: policy.version }
}

/** What was done before that counts with it; undefined: nothing does. */
function actsOf(wanted: Wanted, aloneMax: number | null): Acts | undefined {
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

/** What was to be done alone takes two by now. */
export class TakesTwo extends Error {}

/**
 * Judges again in the transaction of the effect, where nobody else adds to what was done before,
 * and notes what is done.
 */
export function bounded(writer: Writer, wanted: Wanted, ids: Pick<Ids, 'next'>): Writer {
  return {
    // It waits for others of the same maker, so it shares no transaction.
    transaction: (queue, work) =>
      writer.transaction(queue, async (tx) => {
        const acts = actsOf(wanted, null)
        if (acts !== undefined) await lockActs(tx, acts)
        const { need, policyVersion } = await judge(tx, wanted)
        if (need.needed) throw new TakesTwo()
        const { aloneMax } = need
        return work({
          ...tx,
          commit: (outcome, ...written) => {
            const act = actIn(written, { wanted, aloneMax, policyVersion, approvalId: null }, ids)
            return tx.commit(outcome, ...written, ...act)
          },
        })
      }),
  }
}

type Noted = {
  readonly wanted: Wanted
  readonly aloneMax: number | null
  readonly policyVersion: number
  readonly approvalId: string | null
}

/** The note of what is done, where it has an amount and does anything. */
export function actIn(
  written: readonly Written[],
  { wanted, ...noted }: Noted,
  ids: Pick<Ids, 'next'>,
): Written[] {
  const [action] = newRows(rowSetsOf(written), 'actions')
  const { amount, object, caller, makerId, now } = wanted
  if (amount === null || action === undefined) return []
  const row = actRow({
    ...{ id: ids.next(), mode: modeOf(caller), action: wanted.action, makerId, ...amount },
    ...{ makerKind: caller.principal.kind, objectKind: object.kind, objectId: object.id },
    ...{ ...noted, at: now, actionId: action.id },
  })
  return [Written.technically('bound', row)]
}
