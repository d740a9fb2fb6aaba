import type { LenderKeyWish } from '@svc/api'
import type { ApprovalObject } from '../../model/approvals/approval-action.ts'
import { assert } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'

/** The end of a new key: a date without a time includes its whole day, by UTC. */
export function endOf({ expires_at: text }: LenderKeyWish): Date {
  const parsed = parseDate(text, 'UTC')
  assert(parsed !== undefined, 'the end of a key has been checked')
  return parsed.dayEnd ?? parsed.instant
}

/** It has no id yet: one request per name at a time. */
export const newKey = ({ name }: Pick<LenderKeyWish, 'name'>): ApprovalObject => ({
  ...{ kind: 'lender_key', id: sha256(name) },
})
