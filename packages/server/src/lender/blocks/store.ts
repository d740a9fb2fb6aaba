import { columns, type Entity, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import type { Block } from './rules.ts'

/** Waits for a signature for them, and nobody signs for them until the commit. */
export async function lockPerson(
  tx: Transaction,
  { id, sandbox }: { readonly id: string; readonly sandbox: boolean },
): Promise<Pick<Entity<'persons'>, 'id' | 'mergedInto' | 'erasedAt'> | undefined> {
  const [row] = await tx.query(
    select(
      columns('persons', 'p').only('id', 'mergedInto', 'erasedAt'),
      'FROM persons p WHERE p.id = $1 AND p.sandbox = $2 FOR UPDATE',
    ),
    [id, sandbox],
  )
  return row
}

export async function findLastBlock(reader: Reader, personId: string): Promise<Block | undefined> {
  const [row] = await reader.query(
    select(
      columns<'person_blocks', Block>('person_blocks', 'k'),
      'FROM person_blocks k WHERE k.person_id = $1 ORDER BY k.number DESC LIMIT 1',
    ),
    [personId],
  )
  return row
}

export const blockRow = (block: Block): RowSet => ({ table: 'person_blocks', rows: [block] })

export const liftedRow = ({ personId, number }: Block, liftedAt: Date): RowSet => ({
  ...{ table: 'person_blocks', where: { personId, number } },
  set: { liftedAt },
})
