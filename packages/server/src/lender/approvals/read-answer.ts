import { decideReading } from '../../model/approvals/rules.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { placeOf } from '../../platform/secrets/sealed-columns.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import {
  answerEnd,
  findApproval,
  findSealedAnswer,
  lockApproval,
} from '../../tenancy/approvals/store.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { visible } from './scope.ts'

type Wanted = { readonly caller: LenderCaller; readonly approvalId: string }

/**
 * The answer to the request, if it holds a secret: once, to its maker, while they may still ask.
 * Errors: `approval_not_found`, `approval_not_own`, `approval_ended`, `permission_missing`.
 */
export function readAnswer(
  writing: RealWriting,
  vault: Vault,
  { caller, approvalId }: Wanted,
): Promise<unknown> {
  return writing.writer.transaction(null, async (tx) => {
    const known = visible(await findApproval(tx, approvalId), caller, approvalId)
    const locked = existing(await lockApproval(tx, known.id), 'approval', approvalId)
    const approval = accept(decideReading(locked, caller))
    const sealed = await findSealedAnswer(tx, approval.id)
    if (sealed === undefined) {
      throw new Refused('approval_ended', { values: { state: approval.status } })
    }
    const answer: unknown = JSON.parse(vault.open(sealed, placeOf('approvals.answer', approval.id)))
    const object = { kind: 'approval', id: approval.id }
    const action = { action: 'approval.read_answer', object, storeId: approval.storeId } as const
    return tx.commit(answer, acted(writing, action, answerEnd(approval)))
  })
}
