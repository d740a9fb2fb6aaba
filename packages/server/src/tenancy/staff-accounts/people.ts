import type { Action } from '../../model/actions/action.ts'
import type { Identity, Membership, Person, PersonKind } from '../../model/staff/person.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import type { RowSet, Written } from '../../platform/database/database.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'

type Wish = {
  readonly kind: PersonKind
  readonly name: string
  readonly email: string
  /** Roles at the lender; empty for a member of a store. */
  readonly roles: readonly LenderRole[]
  readonly membership: Membership | null
  /** For people who sign in with a provider. */
  readonly identity?: Identity
}

export function newPerson(
  writing: RealWriting,
  { membership, identity, ...wish }: Wish,
): { person: Person; written: Written } {
  const { ids, clock } = writing
  const now = clock.now()
  const memberships = membership === null ? [] : [membership]
  const { issuer, subject } = identity ?? { issuer: null, subject: null }
  const known = { createdAt: now, disabledAt: null, issuer, subject }
  const person = { ...wish, memberships, id: ids.next(), ...known }
  const { id: staffId, kind, name, email, createdAt } = person
  const action: Action = {
    action: 'staff.invite',
    object: { kind: 'staff', id: staffId },
    storeId: membership?.storeId ?? null,
    changes: {
      kind: { old: null, new: kind },
      name: { old: null, new: name },
      email: { old: null, new: email },
      ...(membership === null
        ? { roles: { old: null, new: wish.roles } }
        : { role: { old: null, new: membership.role } }),
    },
  }
  return {
    person,
    written: acted(
      writing,
      action,
      { table: 'staff', rows: [{ id: staffId, kind, name, email, createdAt, issuer, subject }] },
      ...(kind === 'lender'
        ? [rolesRow(writing, staffId, { roles: wish.roles, heldFrom: now })]
        : []),
      ...memberships.map((each) => memberRow(writing, staffId, each)),
    ),
  }
}

/** The roles of a person from now on. */
export function rolesRow(
  { ids }: RealWriting,
  staffId: string,
  { roles, heldFrom }: { readonly roles: readonly LenderRole[]; readonly heldFrom: Date },
): RowSet {
  return { table: 'staff_roles', rows: [{ id: ids.next(), staffId, roles, heldFrom }] }
}

/** The role of a person in a store from now on, or from a given time. */
export function memberRow(
  { ids, clock }: RealWriting,
  staffId: string,
  { heldFrom = clock.now(), ...member }: Membership & { readonly heldFrom?: Date },
): RowSet {
  const row = { id: ids.next(), staffId, ...member, heldFrom }
  return { table: 'store_members', rows: [row] }
}

/** The roles that end now. */
export function rolesEnd(id: string, heldUntil: Date): RowSet {
  return { table: 'staff_roles', where: { id }, set: { heldUntil } }
}
