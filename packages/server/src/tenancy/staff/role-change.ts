import type { Person } from '../../model/staff/person.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import type { RowSet, Transaction, Written } from '../../platform/database/database.ts'
import { withdrawalOf } from '../approvals/ends.ts'
import { lockPendingOf } from '../approvals/store.ts'
import type { RealWriting } from '../caller/context.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { rolesEnd, rolesRow } from '../staff-accounts/people.ts'
import { findHeldRoles } from '../staff-accounts/store.ts'

type RoleChange = { readonly rowSets: readonly RowSet[]; readonly ends: readonly Written[] }

/** Changes roles: every session of the person ends. Nothing if they are the same. */
export async function changeRoles(
  writing: RealWriting,
  tx: Transaction,
  { person, roles }: { readonly person: Person; readonly roles: readonly LenderRole[] },
): Promise<RoleChange> {
  if (sameRoles(person.roles, roles)) return { rowSets: [], ends: [] }
  const staffId = person.id
  const held = await findHeldRoles(tx, staffId)
  // If the clock was set back there is neither a gap nor an overlap.
  const times = [writing.clock.now(), ...(held === undefined ? [] : [held.heldFrom])]
  const at = new Date(Math.max(...times.map((time) => time.getTime())))
  const open = await listOpenSessions(tx, staffId)
  const pending = await lockPendingOf(tx, staffId)
  return {
    rowSets: [
      ...(held === undefined ? [] : [rolesEnd(held.id, at)]),
      rolesRow(writing, staffId, { roles, heldFrom: at }),
    ],
    ends: [
      ...endSessions(writing, open, 'roles_changed'),
      // The requester's own roles have changed since.
      ...pending.map((each) => withdrawalOf(writing, each, writing.clock.now()).written),
    ],
  }
}

const sameRoles = (one: readonly LenderRole[], other: readonly LenderRole[]) =>
  new Set([...one, ...other]).size === one.length && one.length === other.length
