/** Requests that a second person decides: only one of each kind can be pending. */
import type { ApprovalObject } from '../../model/approvals/approval-action.ts'
import { normalEmail } from '../../model/staff/person.ts'
import { sha256 } from '../actions/hash.ts'

export const person = ({ staffId }: { readonly staffId: string }): ApprovalObject => ({
  ...{ kind: 'staff', id: staffId },
})

/** The person has no id yet. */
export const invitation = ({ email }: { readonly email: string }): ApprovalObject => ({
  ...{ kind: 'invitation', id: sha256(normalEmail(email)) },
})
