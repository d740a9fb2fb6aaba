/**
 * Which roles a person may have. Invariants: 1. an auditor has no other role, and an administrator
 * is neither finance, risk nor collections: people who grant rights move no money. 2. Once there
 * was an administrator who can sign in, there always is one. 3. Nobody changes their own roles.
 */
import { isAdmin, type Person } from '../../model/staff/person.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import type { Decision } from '../../platform/refusal.ts'

const NOT_BESIDE_ADMIN: readonly LenderRole[] = ['finance', 'risk', 'collections']

/** Conflicts between roles; empty: none. */
export function roleFaults(roles: readonly LenderRole[]): string[] {
  const beside = roles.filter((each) => NOT_BESIDE_ADMIN.includes(each))
  return [
    ...(new Set(roles).size < roles.length ? ['must name each role once'] : []),
    ...(roles.includes('auditor') && roles.length > 1 ? ['auditor excludes all other roles'] : []),
    ...(roles.includes('admin') && beside.length > 0
      ? [`admin excludes ${beside.join(', ')}`]
      : []),
  ]
}

type Changing = {
  readonly actorId: string | null
  readonly person: Person
  /** Other administrators who can sign in. */
  readonly otherAdmins: number
}

export function decideRoles(
  { actorId, person, otherAdmins }: Changing,
  roles: readonly LenderRole[],
): Decision<readonly LenderRole[]> {
  const faults = [
    ...roleFaults(roles),
    ...(person.kind === 'store' ? ['are of people of the lender only'] : []),
    ...(actorId === person.id ? ['nobody changes their own'] : []),
  ]
  if (faults.length > 0) return { refused: 'body_invalid', detail: { fields: { roles: faults } } }
  if (person.disabledAt !== null) return disabled()
  if (isAdmin(person) && !roles.includes('admin') && otherAdmins === 0) return lastAdmin()
  return { plan: roles }
}

export function decideDisabling({
  person,
  otherAdmins,
}: Omit<Changing, 'actorId'>): Decision<Person> {
  if (person.disabledAt !== null) return disabled()
  return isAdmin(person) && otherAdmins === 0 ? lastAdmin() : { plan: person }
}

const disabled = (): Decision<never> => ({
  refused: 'staff_disabled',
  detail: { values: { state: 'disabled' } },
})

const lastAdmin = (): Decision<never> => ({
  refused: 'staff_last_admin',
  detail: { values: { state: 'active' } },
})
