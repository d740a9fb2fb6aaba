import type { StoreRole } from '../../model/staff/roles.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { memberRow } from '../staff-accounts/people.ts'
import { lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { endsOfRole } from './member-ends.ts'
import { decideLeaving, decideOwner } from './rules.ts'
import { countOwners, findMembership, type Member, memberEnd } from './store.ts'

type ChangeMemberInput = {
  readonly storeId: string
  /** The owner who makes the change; it may be themselves. */
  readonly actorId: string
  readonly staffId: string
  readonly role: StoreRole
}

/**
 * Changes a member's role in the store; all sessions of the person end. Errors: `staff_not_found`,
 * `staff_last_owner`, `permission_missing`.
 */
export function changeMember(
  writing: RealWriting,
  { storeId, actorId, staffId, role }: ChangeMemberInput,
): Promise<Member> {
  return writing.writer.transaction(null, async (tx) => {
    // Two owners must not remove each other's role at the same time.
    await lockStaff(tx)
    accept(decideOwner((await findMembership(tx, { storeId, staffId: actorId }))?.role))
    const person = existing(await lockPerson(tx, staffId), 'staff', staffId)
    const held = existing(await findMembership(tx, { storeId, staffId }), 'staff', staffId)
    const { id, name, email, disabledAt } = person
    const before = { id, name, email, disabledAt, role: held.role, heldFrom: held.heldFrom }
    if (role === held.role) return tx.commit(before)
    accept(decideLeaving(held.role, await countOwners(tx, { storeId, staffId })))
    // If the clock was set back there is neither a gap nor an overlap.
    const now = writing.clock.now()
    const heldFrom = now < held.heldFrom ? held.heldFrom : now
    const changes = { role: { old: held.role, new: role } }
    const object = { kind: 'staff', id: staffId } as const
    return tx.commit(
      { ...before, role, heldFrom },
      acted(
        writing,
        { action: 'staff.change', object, storeId, changes },
        memberEnd(held.id, heldFrom),
        memberRow(writing, staffId, { storeId, role, heldFrom }),
      ),
      ...(await endsOfRole(writing, tx, { storeId, staffId })),
    )
  })
}
