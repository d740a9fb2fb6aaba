import type { Identity, Membership, Person } from '../../model/staff/person.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import { COUNT, columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { isId } from '../../platform/ids.ts'

/** Of `p`: a person in their present state. */
export const PERSON = columns('staff', 'p').and(
  computed<{ roles: readonly LenderRole[]; memberships: readonly Membership[] }>({
    roles: `coalesce((SELECT to_json(r.roles) FROM staff_roles r
      WHERE r.staff_id = p.id AND r.held_until IS NULL), '[]')`,
    memberships: `coalesce((SELECT json_agg(json_build_object('storeId', m.store_id, 'role', m.role)
        ORDER BY m.store_id) FROM store_members m
      WHERE m.staff_id = p.id AND m.held_until IS NULL), '[]')`,
  }),
)

export async function findPerson(reader: Reader, id: string): Promise<Person | undefined> {
  if (!isId(id)) return undefined
  return (await reader.query(select(PERSON, 'FROM staff p WHERE p.id = $1'), [id]))[0]
}

export async function findPersonByEmail(
  reader: Reader,
  email: string,
): Promise<Person | undefined> {
  const text = select(PERSON, 'FROM staff p WHERE lower(p.email) = lower($1)')
  return (await reader.query(text, [email]))[0]
}

/** The person with a subject identifier at the provider. */
export async function findPersonBySubject(
  reader: Reader,
  { issuer, subject }: Identity,
): Promise<Person | undefined> {
  const text = select(PERSON, 'FROM staff p WHERE p.issuer = $1 AND p.subject = $2')
  return (await reader.query(text, [issuer, subject]))[0]
}

/** Serialises changes of a person: their roles, factors and sessions. */
export async function lockPerson(tx: Transaction, id: string): Promise<Person | undefined> {
  if (!isId(id)) return undefined
  await tx.query('SELECT 1 AS locked FROM staff WHERE id = $1 FOR NO KEY UPDATE', [id])
  // A separate statement sees what was committed while this one waited.
  return findPerson(tx, id)
}

/**
 * Serialises the creation of people: e-mail addresses are unique, and only one person is the first.
 */
export async function lockStaff(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('staff', 0)) AS locked`, [])
}

export function hasStaff(reader: Reader): Promise<boolean> {
  return exists(reader, 'FROM staff LIMIT 1', [])
}

/** Of `p`: a person who has set up factors, or signs in with a provider. */
const CAN_SIGN_IN = `(p.subject IS NOT NULL
  OR EXISTS (SELECT 1 FROM passkeys k WHERE k.staff_id = p.id)
  OR EXISTS (SELECT 1 FROM passwords w JOIN totp_secrets t ON t.staff_id = w.staff_id
    WHERE w.staff_id = p.id))`

/** Administrators who are not disabled and can sign in, except one person. */
export async function countAdmins(reader: Reader, but = ''): Promise<number> {
  const [row] = await reader.query(
    select(
      computed<{ count: number }>({ count: 'count(*)' }),
      `FROM staff p JOIN staff_roles r ON r.staff_id = p.id AND r.held_until IS NULL
       WHERE 'admin' = ANY (r.roles) AND p.disabled_at IS NULL AND p.id <> $1 AND ${CAN_SIGN_IN}`,
    ),
    [but],
  )
  return row?.count ?? 0
}

/**
 * Whether there were ever two administrators who could sign in: from then on nobody grants rights
 * alone, even if the other one has since been disabled, or has to set up factors again.
 */
export function hadTwoAdmins(reader: Reader): Promise<boolean> {
  return exists(
    reader,
    `FROM staff p WHERE (${CAN_SIGN_IN} OR EXISTS (
         SELECT 1 FROM staff_links l WHERE l.staff_id = p.id AND l.kind = 'recover'))
       AND EXISTS (SELECT 1 FROM staff_roles r WHERE r.staff_id = p.id AND 'admin' = ANY (r.roles))
     ORDER BY p.id OFFSET 1 LIMIT 1`,
    [],
  )
}

/** The present roles of a person. */
export async function findHeldRoles(
  reader: Reader,
  staffId: string,
): Promise<{ readonly id: string; readonly heldFrom: Date } | undefined> {
  const [row] = await reader.query(
    select(
      columns('staff_roles', 'r').only('id', 'heldFrom'),
      'FROM staff_roles r WHERE r.staff_id = $1 AND r.held_until IS NULL',
    ),
    [staffId],
  )
  return row
}

/** People, the newest first, with the exact count of all. */
export async function listPeople(
  reader: Reader,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly count: number; readonly people: readonly Person[] }> {
  const [total] = await reader.query(select(COUNT, 'FROM staff p'), [])
  const people = await reader.query(
    select(PERSON, 'FROM staff p ORDER BY p.created_at DESC, p.id DESC LIMIT $1 OFFSET $2'),
    [pageSize, (page - 1) * pageSize],
  )
  return { count: total?.count ?? 0, people }
}
