/** The ways in which an approval request ends, each with its action. */
import type { Acting, Action } from '../../model/actions/action.ts'
import type { Approval, ApprovalResult } from '../../model/approvals/approval.ts'
import type { Person } from '../../model/staff/person.ts'
import type { Written } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { acted } from '../actions/acted.ts'
import { approvalEnd } from './store.ts'

type Actor = { readonly acting: Acting; readonly ids: Pick<Ids, 'next'> }

/** An ended request, and the rows to write. */
type Ended = { readonly approval: Approval; readonly written: Written }

type End = Partial<
  Pick<
    Approval,
    'checkerId' | 'checkerName' | 'checkerNote' | 'failure' | 'doneEffects' | 'doneHash' | 'result'
  >
> & { readonly status: Approval['status']; readonly endedAt: Date }

function ended(
  { acting, ids }: Actor,
  approval: Approval,
  action: Action['action'],
  { sealedAnswer, ...end }: End & { readonly sealedAnswer?: string | null },
): Ended {
  const { id, mode, storeId, status } = approval
  const set = sealedAnswer == null ? end : { ...end, answer: sealedAnswer }
  return {
    approval: { ...approval, ...end },
    written: acted(
      { acting: { ...acting, mode, approvalId: id }, ids },
      {
        ...{ action, object: { kind: 'approval', id }, storeId },
        changes: { status: { old: status, new: end.status } },
      },
      approvalEnd(approval, set),
    ),
  }
}

export function expiryOf(actor: Actor, approval: Approval, at: Date): Ended {
  return ended(actor, approval, 'approval.expire', { status: 'expired', endedAt: at })
}

/** By the maker, or because they are no longer permitted to make it. */
export function withdrawalOf(actor: Actor, approval: Approval, at: Date): Ended {
  return ended(actor, approval, 'approval.withdraw', { status: 'withdrawn', endedAt: at })
}

type Checked = { readonly checker: Person; readonly note: string | null; readonly at: Date }

const checkedBy = ({ checker, note, at }: Checked) => ({
  ...{ checkerId: checker.id, checkerName: checker.name, checkerNote: note, endedAt: at },
})

export function declineOf(actor: Actor, approval: Approval, checked: Checked): Ended {
  const end = { status: 'declined', ...checkedBy(checked) } as const
  return ended(actor, approval, 'approval.decline', end)
}

/** The rule refused it when it was carried out. */
export function failureOf(
  actor: Actor,
  approval: Approval,
  { code, ...checked }: Checked & { readonly code: string },
): Ended {
  const end = { status: 'failed', failure: code, ...checkedBy(checked) } as const
  return ended(actor, approval, 'approval.fail', end)
}

type Execution = Checked & {
  readonly effects: unknown
  readonly hash: string
  readonly result: ApprovalResult
  readonly sealedAnswer: string | null
}

export function executionOf(
  actor: Actor,
  approval: Approval,
  { effects, hash, result, sealedAnswer, ...checked }: Execution,
): Ended {
  return ended(actor, approval, 'approval.execute', {
    ...{ status: 'executed', ...checkedBy(checked) },
    ...{ doneEffects: effects, doneHash: hash, result, sealedAnswer },
  })
}
