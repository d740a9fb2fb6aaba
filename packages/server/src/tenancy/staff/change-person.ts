import type { StaffChange } from '@svc/api'
import type { Person } from '../../model/staff/person.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import type { RowSet, Written } from '../../platform/database/database.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import { changesOf } from '../actions/changes.ts'
import { withdrawalOf } from '../approvals/ends.ts'
import { lockPendingOf } from '../approvals/store.ts'
import type { RealWriting } from '../caller/context.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { rolesEnd, rolesRow } from '../staff-accounts/people.ts'
import { countAdmins, findHeldRoles, lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { decideRoles } from './rules.ts'

type ChangePersonInput = {
  readonly actorId: string | null
  readonly staffId: string
  readonly change: StaffChange
}

/** Another name, other roles; with its roles every session of the person ends. */
export function changePerson(
  writing: RealWriting,
  { actorId, staffId, change: { name, roles: wish } }: ChangePersonInput,
): Promise<Person> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    // Two administrators at once must not take each other's role away.
    await lockStaff(tx)
    const person = existing(await lockPerson(tx, staffId), 'staff', staffId)
    if (person.disabledAt !== null) {
      throw new Refused('staff_disabled', { values: { state: 'disabled' } })
    }
    const otherAdmins = await countAdmins(tx, staffId)
    const roles =
      wish === undefined
        ? person.roles
        : accept(decideRoles({ actorId, person, otherAdmins }, wish))
    const after = { ...person, name: name ?? person.name, roles }
    const changes = changesOf(shown(person), shown(after))
    if (Object.keys(changes).length === 0) return tx.commit(person)
    const object = { kind: 'staff', id: staffId }
    const action = { action: 'staff.change', object, storeId: null, changes } as const
    const rowSets: RowSet[] = []
    const ends: Written[] = []
    if (after.name !== person.name) {
      rowSets.push({ table: 'staff', where: { id: staffId }, set: { name: after.name } })
    }
    if (!sameRoles(person.roles, roles)) {
      const held = await findHeldRoles(tx, staffId)
      // A clock that was set back leaves no gap and no overlap.
      const times = [clock.now(), ...(held === undefined ? [] : [held.heldFrom])]
      const at = new Date(Math.max(...times.map((time) => time.getTime())))
      if (held !== undefined) rowSets.push(rolesEnd(held.id, at))
      const open = await listOpenSessions(tx, staffId)
      rowSets.push(rolesRow(writing, staffId, { roles, heldFrom: at }))
      const pending = await lockPendingOf(tx, staffId)
      ends.push(...endSessions(writing, open, 'roles_changed'))
      // Who asked for it is not who they were.
      ends.push(...pending.map((each) => withdrawalOf(writing, each, clock.now()).written))
    }
    return tx.commit(after, acted(writing, action, ...rowSets), ...ends)
  })
}

const shown = ({ name, roles }: Person) => ({ name, roles: roles.toSorted() })

const sameRoles = (one: readonly LenderRole[], other: readonly LenderRole[]) =>
  new Set([...one, ...other]).size === one.length && one.length === other.length
