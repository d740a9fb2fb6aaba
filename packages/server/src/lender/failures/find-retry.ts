import { accept, existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { findFailures } from './list-store.ts'
import { decideRetry } from './rules.ts'

/**
 * The message to resend, and its store; null: the lender's. Refusals: `failure_not_found`,
 * `failure_state`.
 */
export async function findRetry({ database }: Reading, { sandbox }: LenderCaller, id: string) {
  // No text of the database holds that character.
  const ids = id.includes('\0') ? [] : [id]
  const [listed] = await findFailures(database, { sandbox, ids })
  const failure = existing(listed, 'failure', id)
  const retry = accept(decideRetry(failure))
  return { id, retry, store: failure.store }
}
