import { columns, select } from '../../platform/database/columns.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import type { MergedPerson } from './rules.ts'

const PERSON = columns('persons', 'p').only('id', 'storeId', 'mergedInto', 'erasedAt')
type OfMode = { readonly sandbox: boolean }

/**
 * Waits for a signature for one of them, and nobody signs for either until the commit. Always
 * in the order of their ids, no matter who is merged into whom.
 */
export async function lockPersons(
  tx: Transaction,
  { sandbox }: OfMode,
  ids: readonly string[],
): Promise<MergedPerson[]> {
  return tx.query(
    select(
      PERSON,
      `FROM persons p WHERE p.id = ANY($1::text[]) AND p.sandbox = $2 ORDER BY p.id FOR UPDATE`,
    ),
    [ids, sandbox],
  )
}

const BUYER = columns('buyers', 'b').only('storeId', 'sandbox', 'id')
type BuyerKey = { readonly storeId: string; readonly sandbox: boolean; readonly id: string }

export const listBuyersOf = (tx: Transaction, personId: string): Promise<BuyerKey[]> =>
  tx.query(
    select(BUYER, 'FROM buyers b WHERE b.person_id = $1 ORDER BY b.store_id, b.sandbox, b.id'),
    [personId],
  )

/** Who has the person's own document, whosoever they are at the moment. */
export const listBuyersByDocument = (tx: Transaction, personId: string): Promise<BuyerKey[]> =>
  tx.query(
    select(
      BUYER,
      `FROM persons p JOIN buyers b ON b.document_number = p.document_number
         AND b.document_type = p.document_type AND b.document_country = p.document_country
         AND b.sandbox = p.sandbox AND b.person_id = p.merged_into
       WHERE p.id = $1 ORDER BY b.store_id, b.sandbox, b.id`,
    ),
    [personId],
  )

export const buyerRows = (buyers: readonly BuyerKey[], personId: string): readonly RowSet[] =>
  buyers.length === 0
    ? []
    : [{ table: 'buyers', updates: buyers.map((where) => ({ where, set: { personId } })) }]

/** With them the persons merged into them before. */
export const mergedRows = (id: string, into: string): readonly RowSet[] => [
  { table: 'persons', where: { mergedInto: id }, set: { mergedInto: into }, any: true },
  { table: 'persons', where: { id }, set: { mergedInto: into } },
]

/** Who was merged again meanwhile changes no row: it runs anew, and locks whom it has to. */
export const splitRow = (id: string, mergedInto: string): RowSet => ({
  ...{ table: 'persons', where: { id, mergedInto } },
  set: { mergedInto: null },
})

/** Before either is locked. */
export async function findMergedInto(tx: Transaction, id: string): Promise<string | undefined> {
  const [row] = await tx.query(
    select(columns('persons', 'p').only('mergedInto'), 'FROM persons p WHERE p.id = $1'),
    [id],
  )
  return row?.mergedInto ?? undefined
}
