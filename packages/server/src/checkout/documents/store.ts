import { type Cents, cents, type DocumentKind } from '@svc/api'
import type { Insert, Reader, Row } from '../../platform/database/database.ts'
import type { ArchivedDocument } from './document-data.ts'

type OfOrder = { readonly storeId: string; readonly sandbox: boolean; readonly id: string }

/** All but the page itself. */
export type DocumentHead = Omit<ArchivedDocument, 'html'>

const HEAD = 'store_id, order_id, sandbox, id, kind, language, sha256, created_at'

/** In the order in which the buyer met them. */
export async function listDocuments(
  reader: Reader,
  { storeId, sandbox, id }: OfOrder,
): Promise<DocumentHead[]> {
  const rows = await reader.query(
    `SELECT ${HEAD} FROM documents WHERE store_id = $1 AND order_id = $2 AND sandbox = $3
     ORDER BY kind DESC`,
    [storeId, id, sandbox],
  )
  return rows.map(headOf)
}

export async function findDocument(
  reader: Reader,
  { storeId, sandbox, id }: OfOrder,
  kind: DocumentKind,
): Promise<ArchivedDocument | undefined> {
  const [row] = await reader.query(
    `SELECT ${HEAD}, html FROM documents
     WHERE store_id = $1 AND order_id = $2 AND kind = $4 AND sandbox = $3`,
    [storeId, id, sandbox, kind],
  )
  return row && { ...headOf(row), html: row.html }
}

/** What changed the debt from outside, in its order. */
export type Movement = {
  readonly at: Date
  readonly kind: 'payment' | 'charge_back' | 'returned' | 'reduction'
  readonly amount: Cents
}

/** The newest; more than a statement can show would have to be read otherwise. */
const MOVEMENTS_MAX = 1_000

export async function listMovements(
  reader: Reader,
  { storeId, id }: Pick<OfOrder, 'storeId' | 'id'>,
): Promise<Movement[]> {
  const rows = await reader.query(
    `SELECT m.created_at, m.kind, m.amount FROM (
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
    [storeId, id],
  )
  return rows
    .map((row): Movement => ({ at: row.created_at, kind: row.kind, amount: cents(row.amount) }))
    .reverse()
}

export function documentRows(documents: readonly ArchivedDocument[]): Insert {
  return {
    table: 'documents',
    rows: documents.map((document) => ({
      store_id: document.storeId,
      order_id: document.orderId,
      sandbox: document.sandbox,
      kind: document.kind,
      id: document.id,
      language: document.language,
      sha256: document.sha256,
      html: document.html,
      created_at: document.createdAt,
    })),
  }
}

function headOf(row: Row): DocumentHead {
  return {
    storeId: row.store_id,
    orderId: row.order_id,
    sandbox: row.sandbox,
    id: row.id,
    kind: row.kind,
    language: row.language,
    sha256: row.sha256,
    createdAt: row.created_at,
  }
}
