import type { StoreRole } from '../../model/staff/roles.ts'
import { COUNT, columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, Update } from '../../platform/database/database.ts'

/** A present member of a store. */
export type Member = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: StoreRole
  readonly heldFrom: Date
  readonly disabledAt: Date | null
}

const MEMBER = columns('staff', 'p')
  .only('id', 'name', 'email', 'disabledAt')
  .and(columns<'store_members', { role: StoreRole }>('store_members', 'm').only('role', 'heldFrom'))
const HELD = `FROM store_members m JOIN staff p ON p.id = m.staff_id
  WHERE m.store_id = $1 AND m.held_until IS NULL`

/** The members of a store, the newest first, with the exact count of all. */
export async function listMembers(
  reader: Reader,
  storeId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly count: number; readonly members: readonly Member[] }> {
  const [total] = await reader.query(select(COUNT, HELD), [storeId])
  const members = await reader.query(
    select(MEMBER, `${HELD} ORDER BY m.held_from DESC, m.id DESC LIMIT $2 OFFSET $3`),
    [storeId, pageSize, (page - 1) * pageSize],
  )
  return { count: total?.count ?? 0, members }
}

type Key = { readonly storeId: string; readonly staffId: string }

/** The present membership of a person in a store. */
export async function findMembership(
  reader: Reader,
  { storeId, staffId }: Key,
): Promise<{ readonly id: string; readonly role: StoreRole; readonly heldFrom: Date } | undefined> {
  const row = columns<'store_members', { role: StoreRole }>('store_members', 'm')
  const text = select(row.only('id', 'role', 'heldFrom'), `${HELD} AND m.staff_id = $2`)
  return (await reader.query(text, [storeId, staffId]))[0]
}

/** Owners of a store who are not disabled, except one person. */
export async function countOwners(reader: Reader, { storeId, staffId }: Key): Promise<number> {
  const [row] = await reader.query(
    select(
      computed<{ count: number }>({ count: 'count(*)' }),
      `${HELD} AND m.role = 'store_owner' AND p.disabled_at IS NULL AND p.id <> $2`,
    ),
    [storeId, staffId],
  )
  return row?.count ?? 0
}

export function memberEnd(id: string, heldUntil: Date): Update {
  return { table: 'store_members', where: { id }, set: { heldUntil } }
}
