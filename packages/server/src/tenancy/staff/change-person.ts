import type { StaffChange } from '@svc/api'
import type { Person } from '../../model/staff/person.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import { changesOf } from '../actions/changes.ts'
import type { RealWriting } from '../caller/context.ts'
import { countAdmins, lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { changeRoles } from './role-change.ts'
import { decideRoles } from './rules.ts'

type ChangePersonInput = {
  readonly actorId: string | null
  readonly staffId: string
  readonly change: StaffChange
}

/** Changes name or roles; if roles change, every session of the person ends. */
export function changePerson(
  writing: RealWriting,
  { actorId, staffId, change: { name, roles: wish } }: ChangePersonInput,
): Promise<Person> {
  return writing.writer.transaction(null, async (tx) => {
    // Two administrators must not remove each other's role at the same time.
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
    const renamed: RowSet = { table: 'staff', where: { id: staffId }, set: { name: after.name } }
    const { rowSets, ends } = await changeRoles(writing, tx, { person, roles })
    const all = after.name === person.name ? rowSets : [renamed, ...rowSets]
    return tx.commit(after, acted(writing, action, ...all), ...ends)
  })
}

const shown = ({ name, roles }: Person) => ({ name, roles: roles.toSorted() })
