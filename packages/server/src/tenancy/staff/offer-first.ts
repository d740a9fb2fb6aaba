import { Refused } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { hasStaff, lockStaff } from '../staff-accounts/store.ts'
import { type IssuedLink, issueLink } from '../staff-links/issue.ts'
import { listOpenLinks } from '../staff-links/store.ts'

type OfferFirstInput = {
  /** Whether a valid link is left alone: of several processes one creates a link. */
  readonly unlessOpen: boolean
}

/**
 * Creates a link for the first administrator, while there is nobody; undefined: there is a valid
 * one already. Errors: `staff_exists`.
 */
export function offerFirst(
  writing: RealWriting,
  { unlessOpen }: OfferFirstInput,
): Promise<IssuedLink | undefined> {
  return writing.writer.transaction(null, async (tx) => {
    await lockStaff(tx)
    if (await hasStaff(tx)) throw new Refused('staff_exists', { values: { state: 'active' } })
    const open = await listOpenLinks(tx, null)
    const now = writing.clock.now()
    if (unlessOpen && open.some(({ expiresAt }) => expiresAt > now)) return tx.commit(undefined)
    const { issued, written } = issueLink(writing, { kind: 'first', staffId: null, open })
    return tx.commit(issued, written)
  })
}
