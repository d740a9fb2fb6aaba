import type { StaffLink } from '../../model/staff/link.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Transaction, Update } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'

const LINK = columns('staff_links', 'l').without('hash')

/** Locked, so that nobody else uses it meanwhile. */
export async function lockLink(tx: Transaction, hash: string): Promise<StaffLink | undefined> {
  const text = select(LINK, 'FROM staff_links l WHERE l.hash = $1 FOR NO KEY UPDATE')
  return (await tx.query(text, [hash]))[0]
}

const OPEN = 'l.used_at IS NULL AND l.withdrawn_at IS NULL'

/** Unused links of a person; null: of the first administrator. */
export function listOpenLinks(reader: Reader, staffId: string | null): Promise<StaffLink[]> {
  return reader.query(
    select(LINK, `FROM staff_links l WHERE l.staff_id IS NOT DISTINCT FROM $1 AND ${OPEN}`),
    [staffId],
  )
}

/** Whether the person has opened a link for lost factors. */
export function wasRecovered(reader: Reader, staffId: string): Promise<boolean> {
  const text = `FROM staff_links l
    WHERE l.staff_id = $1 AND l.kind = 'recover' AND l.used_at IS NOT NULL`
  return exists(reader, text, [staffId])
}

export function linkRow(link: StaffLink, hash: string): Insert {
  return { table: 'staff_links', rows: [{ ...link, hash }] }
}

export function linkUse({ id }: StaffLink, usedAt: Date): Update {
  return { table: 'staff_links', where: { id }, set: { usedAt } }
}

export function linkWithdrawal({ id }: StaffLink, withdrawnAt: Date): Update {
  return { table: 'staff_links', where: { id }, set: { withdrawnAt } }
}
