/**
 * The lender's changes to a store: only to the version it has read, and never to trade settings.
 */
import type { LenderStoreChange } from '@svc/api'
import type { StoredAccount } from '../../model/stores/store-terms.ts'
import type { Decision } from '../../platform/refusal.ts'

/** Refusals: `terms_conflict`. */
export function decideChange(
  before: StoredAccount,
  { version, reason: _, name = before.name, contact, ...others }: LenderStoreChange,
): Decision<StoredAccount> {
  if (version !== before.version) {
    return { refused: 'terms_conflict', detail: { values: { state: before.version } } }
  }
  const { contact: known } = before.register
  const whole = contact === undefined ? {} : { contact: { ...known, ...contact } }
  const register = { ...before.register, ...others, ...whole }
  return { plan: { ...before, name, register, version: version + 1 } }
}
