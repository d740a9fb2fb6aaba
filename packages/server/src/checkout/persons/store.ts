import type { Document } from '../../model/people/document.ts'
import { columns, computed, select, statement } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'

/** Whose they are: of one store where its sandbox's people decide, else of the lender. */
export type PersonScope = { readonly sandbox: boolean; readonly storeId: string | null }

const ID = columns('persons', 'p').only('id')
const SAME = `s.sandbox = $1 AND s.store_id IS NOT DISTINCT FROM $2 AND s.document_number = $3
  AND s.document_type = $4 AND s.document_country = $5`
/** The owner of the document, or the person they were merged into. */
const THEY = `SELECT coalesce(s.merged_into, s.id) FROM persons s WHERE ${SAME}`

const valuesOf = ({ sandbox, storeId }: PersonScope, { number, type, country }: Document) => [
  ...[sandbox, storeId, number, type, country],
]

export async function findPersonId(
  reader: Reader,
  scope: PersonScope,
  document: Document,
): Promise<string | undefined> {
  const [row] = await reader.query(
    select(ID, `FROM persons p WHERE p.id IN (${THEY})`),
    valuesOf(scope, document),
  )
  return row?.id
}

type NewPerson = { readonly id: string; readonly at: Date }

const ADDED = `INSERT INTO persons AS p
    (sandbox, store_id, document_number, document_type, document_country, id, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT 1 FROM there)
  ON CONFLICT ON CONSTRAINT persons_document DO NOTHING RETURNING p.id`
/** Checked again under the lock: a person who was merged or erased meanwhile is not the one. */
const takenBy = (lock: string) =>
  statement(
    ID,
    (list) => `WITH there AS (SELECT p.id FROM persons p WHERE p.id IN (${THEY})
        AND p.merged_into IS NULL AND p.erased_at IS NULL ${lock}), added AS (${ADDED})
      SELECT ${list} FROM (SELECT id FROM there UNION ALL SELECT id FROM added) p`,
  )
/** A person who is erased at the same moment is no longer there. */
const TAKEN = takenBy('FOR KEY SHARE')
const LOCKED = takenBy('FOR NO KEY UPDATE SKIP LOCKED')

type Wanted = {
  readonly scope: PersonScope
  readonly document: Document
  /** The person to add if nobody has the document yet. */
  readonly added: NewPerson
}

/**
 * The owner of the document, added if there is none. Waits for another process that adds them at
 * the same time; undefined: another one did.
 */
export const findOrAddPerson = (tx: Transaction, wanted: Wanted): Promise<string | undefined> =>
  take(tx, TAKEN, wanted)

/** The same, held until the commit; undefined also where somebody else holds them. */
export const lockPerson = (tx: Transaction, wanted: Wanted): Promise<string | undefined> =>
  take(tx, LOCKED, wanted)

async function take(
  tx: Transaction,
  query: typeof TAKEN,
  { scope, document, added: { id, at } }: Wanted,
): Promise<string | undefined> {
  const [row] = await tx.query(query, [...valuesOf(scope, document), id, at])
  return row?.id
}

const UNKNOWN = columns('buyers', 'b').only(
  ...(['storeId', 'sandbox', 'id', 'documentCountry', 'documentType', 'documentNumber'] as const),
)
export type UnknownBuyer = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly document: Document
  /** The person is the store's own. */
  readonly own: boolean
}

/** Buyers whose rows a version wrote that knew no persons. `played`: live mode is the sandbox. */
export async function listUnknown(
  reader: Reader,
  { played, limit }: { readonly played: boolean; readonly limit: number },
): Promise<UnknownBuyer[]> {
  const own = computed<{ own: boolean }>({
    own: `(b.sandbox OR $2) AND CASE WHEN b.sandbox THEN coalesce(s.sandbox_terms, s.settings)
      ELSE s.settings END #>> '{decision,sandbox}' = 'person'`,
  })
  const rows = await reader.query(
    select(
      UNKNOWN.and(own),
      `FROM buyers b JOIN stores s ON s.id = b.store_id WHERE b.person_id IS NULL
       ORDER BY b.document_number LIMIT $1`,
    ),
    [limit, played],
  )
  return rows.map(({ documentCountry, documentType, documentNumber, ...row }) => {
    const document = { country: documentCountry, type: documentType, number: documentNumber }
    return { ...row, document }
  })
}

/** The person of a buyer's row, unless a signature has set it in the meantime. */
export async function setPerson(
  tx: Transaction,
  { storeId, sandbox, id }: UnknownBuyer,
  personId: string,
): Promise<void> {
  await tx.query(
    `UPDATE buyers SET person_id = $4
     WHERE store_id = $1 AND sandbox = $2 AND id = $3 AND person_id IS NULL`,
    [storeId, sandbox, id, personId],
  )
}
