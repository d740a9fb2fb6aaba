import { rowSetsOf, type Writer, Written } from '../../platform/database/database.ts'
import { newRows } from '../../platform/database/reader.ts'
import type { Ids } from '../../platform/ids.ts'
import { actsOf, judge, modeOf, type Wanted } from '../../tenancy/approvals/judging.ts'
import { actRow, lockActs } from '../../tenancy/approvals/store.ts'

/** An act for one person takes two by now. */
export class NeedsSecondPerson extends Error {}

/**
 * Judges again in the transaction of the effect, where nobody else adds to the earlier amounts, and
 * notes the act.
 */
export function bounded(writer: Writer, wanted: Wanted, ids: Pick<Ids, 'next'>): Writer {
  return {
    // It waits for others of the same maker, so it shares no transaction.
    transaction: (queue, work) =>
      writer.transaction(queue, async (tx) => {
        const acts = actsOf(wanted, null)
        if (acts !== undefined) await lockActs(tx, acts)
        const { need, policyVersion } = await judge(tx, wanted)
        if (need.needed) throw new NeedsSecondPerson()
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

/** The note of an act that has an amount and an effect. */
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
