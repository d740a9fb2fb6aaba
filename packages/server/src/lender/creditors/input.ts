import type { CreditorWish } from '@svc/api'
import type { ApprovalObject } from '../../model/approvals/approval-action.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'

/** It has no id yet: one request per name at a time. */
export const newCreditor = ({ name }: Pick<CreditorWish, 'name'>): ApprovalObject => ({
  ...{ kind: 'new_creditor', id: sha256(name) },
})
