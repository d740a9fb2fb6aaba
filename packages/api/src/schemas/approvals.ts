/** Requests about approvals. */
import { limits } from '../limits.ts'
import { Amount, about, optional, type Static, Type } from './common.ts'
import { Note, Reason } from './reasons.ts'

export const approvalActions = [
  ...(['payment', 'charge_back', 'waiver', 'credit_return', 'manual_entry'] as const),
  ...(['write_off', 'write_off_undo', 'review', 'bank_account', 'payout_release'] as const),
  ...(['store_resume', 'store_change', 'store_activate', 'terms'] as const),
  ...(['person_unblock', 'person_merge', 'person_split', 'person_erase'] as const),
  ...(['policy', 'staff', 'roles', 'factors_reset', 'lender_key', 'approval_policy'] as const),
] as const

export const approvalRoles = [
  ...(['support', 'collections', 'risk', 'finance', 'admin', 'lender_key'] as const),
] as const
export type ApprovalRole = (typeof approvalRoles)[number]

const EffectsHash = () =>
  about(
    'Hash of the effects that were reviewed; if they have changed, the request is not carried out.',
    Type.String({ pattern: '^[0-9a-f]{64}$' }),
  )
const Id = () => Type.String({ minLength: 1, maxLength: limits.identifierMax })

/** Body of `POST /lender/approvals/:approvalId/approve`. */
export const ApproveBody = Type.Object({ effects_hash: EffectsHash(), note: optional(Note()) })

/** Body of `POST /lender/approvals/:approvalId/decline`. */
export const DeclineBody = Type.Object({ note: Note() })

/** Body of `POST /lender/approvals/approve`. */
export const ApproveAllBody = Type.Object({
  approvals: Type.Array(Type.Object({ id: Id(), effects_hash: EffectsHash() }), {
    minItems: 1,
    maxItems: limits.approvalsMax,
  }),
  note: optional(Note()),
})

const Rule = Type.Object({
  action: about('The action.', Type.Enum([...approvalActions])),
  role: optional(
    about('The role that the rule applies to; defaults to all.', Type.Enum([...approvalRoles])),
  ),
  currency: optional(
    about(
      'The currency that the rule applies to; defaults to all.',
      Type.String({ pattern: '^[A-Z]{3}$' }),
    ),
  ),
  alone_max: optional(
    about(
      'Largest amount that one person may handle alone, in minor units. 0: ' +
        'none; absent: unlimited.',
      Amount(),
    ),
  ),
})

/** Body of `PATCH /lender/approval-policy`. */
export const ApprovalPolicyBody = Type.Object({
  version: about('The version that was read.', Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  rules: Type.Array(Rule, { maxItems: limits.approvalRulesMax }),
  reason: Reason(),
})
export type ApprovalPolicyWish = Static<typeof ApprovalPolicyBody>
