import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { linkWithdrawal, listOpenLinks } from '../staff-links/store.ts'
import { endsOfRole } from './member-ends.ts'
import { decideLeaving, decideOwner } from './rules.ts'
import { countOwners, findMembership, memberEnd } from './store.ts'

type RemoveMemberInput = {
  readonly storeId: string
  /** The owner who removes; it may be themselves. */
  readonly actorId: string
  readonly staffId: string
}

/**
 * Ends a membership, every session of the person and their pending requests. Errors:
 * `staff_not_found`, `staff_last_owner`, `permission_missing`.
 */
export function removeMember(
  writing: RealWriting,
  { storeId, actorId, staffId }: RemoveMemberInput,
): Promise<void> {
  return writing.writer.transaction(null, async (tx) => {
    await lockStaff(tx)
    accept(decideOwner((await findMembership(tx, { storeId, staffId: actorId }))?.role))
    const person = existing(await lockPerson(tx, staffId), 'staff', staffId)
    const held = existing(await findMembership(tx, { storeId, staffId }), 'staff', staffId)
    accept(decideLeaving(held.role, await countOwners(tx, { storeId, staffId })))
    // If the clock was set back there is neither a gap nor an overlap.
    const now = writing.clock.now()
    const at = now < held.heldFrom ? held.heldFrom : now
    const links = person.memberships.length > 1 ? [] : await listOpenLinks(tx, staffId)
    const changes = { role: { old: held.role, new: null } }
    const object = { kind: 'staff', id: staffId } as const
    return tx.commit(
      undefined,
      acted(
        writing,
        { action: 'staff.change', object, storeId, changes },
        memberEnd(held.id, at),
        ...links.map((link) => linkWithdrawal(link, now)),
      ),
      ...(await endsOfRole(writing, tx, { storeId, staffId })),
    )
  })
}
