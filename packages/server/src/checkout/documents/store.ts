import type { Cents, DocumentKind } from '@svc/api'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'
import type { ArchivedDocument } from './document-data.ts'

type OfOrder = { readonly storeId: string; readonly sandbox: boolean; readonly id: string }

/** All but the page itself. */
type DocumentHead = Omit<ArchivedDocument, 'html'>

const DOCUMENT = columns<'documents', Pick<ArchivedDocument, 'language'>>('documents', 'd')
const HEAD = DOCUMENT.without('html', 'erasedAt')
/** Of an erased person only the hash is left, which cannot be read back. */
const THERE = 'd.erased_at IS NULL'

/** In the order in which the buyer met them. */
export function listDocuments(
  reader: Reader,
  { storeId, sandbox, id }: OfOrder,
): Promise<DocumentHead[]> {
  return reader.query(
    select(
      HEAD,
      `FROM documents d WHERE d.store_id = $1 AND d.order_id = $2 AND d.sandbox = $3
         AND ${THERE} ORDER BY d.kind DESC`,
    ),
    [storeId, id, sandbox],
  )
}

export async function findDocument(
  reader: Reader,
  { storeId, sandbox, id }: OfOrder,
  kind: DocumentKind,
): Promise<ArchivedDocument | undefined> {
  const [document] = await reader.query(
    select(
      DOCUMENT.without('erasedAt'),
      `FROM documents d
       WHERE d.store_id = $1 AND d.order_id = $2 AND d.kind = $4 AND d.sandbox = $3
         AND ${THERE}`,
    ),
    [storeId, id, sandbox, kind],
  )
  return document
}

/** Changes of the debt from outside, in sequence. */
type Movement = {
  readonly at: Date
  readonly kind: 'payment' | 'charge_back' | 'returned' | 'reduction'
  readonly amount: Cents
}

/** The newest; more than a statement can show would have to be read otherwise. */
const MOVEMENTS_MAX = 1_000

const MOVEMENT = computed<Movement>({ at: 'm.created_at', kind: 'm.kind', amount: 'm.amount' })

export async function listMovements(
  reader: Reader,
  { storeId, id }: Pick<OfOrder, 'storeId' | 'id'>,
): Promise<Movement[]> {
  const rows = await reader.query(
    select(
      MOVEMENT,
      `FROM (
       SELECT e.created_at, e.sequence, 0 AS position, CASE e.type
           WHEN 'payment.received' THEN 'payment' WHEN 'credit.returned' THEN 'returned'
           ELSE 'charge_back' END AS kind, (e.data ->> 'amount')::bigint AS amount
       FROM events e WHERE e.store_id = $1 AND e.order_id = $2
         AND e.type IN ('payment.received', 'payment.charged_back', 'credit.returned')
       UNION ALL
       SELECT e.created_at, r.event_sequence, r.position, 'reduction', r.amount
       FROM reductions r JOIN events e ON e.store_id = r.store_id AND e.order_id = r.order_id
         AND e.sequence = r.event_sequence
       WHERE r.store_id = $1 AND r.order_id = $2) m
     ORDER BY m.sequence DESC, m.position DESC LIMIT ${MOVEMENTS_MAX}`,
    ),
    [storeId, id],
  )
  return rows.reverse()
}

export const documentRows = (documents: readonly ArchivedDocument[]): Insert => ({
  table: 'documents',
  rows: documents,
})
