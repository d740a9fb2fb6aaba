import type { Person } from '../../model/staff/person.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { lockPerson } from '../staff-accounts/store.ts'
import { type IssuedLink, issueLink } from '../staff-links/issue.ts'
import { listOpenLinks } from '../staff-links/store.ts'

/**
 * Creates a link for a person who has lost all factors: opening it sets up new ones, the old ones
 * end. Errors: `staff_not_found`, `staff_disabled`.
 */
export function recoverPerson(
  writing: RealWriting,
  { staffId }: { readonly staffId: string },
): Promise<{ readonly person: Person; readonly link: IssuedLink }> {
  return writing.writer.transaction(null, async (tx) => {
    const person = existing(await lockPerson(tx, staffId), 'staff', staffId)
    if (person.disabledAt !== null) {
      throw new Refused('staff_disabled', { values: { state: 'disabled' } })
    }
    const open = await listOpenLinks(tx, staffId)
    const { issued, written } = issueLink(writing, { kind: 'recover', staffId, open })
    const action = acted(writing, {
      action: 'staff.recover',
      object: { kind: 'staff', id: staffId },
      storeId: null,
    })
    // The part of a second person's view that does not change.
    return tx.commit({ person, link: issued }, action, written)
  })
}
