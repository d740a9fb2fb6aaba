import type { DocumentKind } from '@svc/api'
import type { Insert, Reader, Row } from '../database/database.ts'
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
