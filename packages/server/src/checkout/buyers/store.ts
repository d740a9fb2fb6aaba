import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import type { Document, KnownBuyer, Phone } from './buyer.ts'

type Scope = { readonly storeId: string; readonly sandbox: boolean }

const BY_DOCUMENT = `SELECT id, phone_country, phone_number, created_at FROM buyers
  WHERE store_id = $1 AND sandbox = $2 AND document_number = $3 AND document_type = $4
    AND document_country = $5`

/** Who has this document. */
export function findBuyer(
  reader: Reader,
  scope: Scope,
  document: Document,
): Promise<KnownBuyer | undefined> {
  return readBuyer(reader, BY_DOCUMENT, { ...scope, document })
}

/**
 * The same, after everybody else who signs for him: what is counted of him then stays so until the
 * commit. It is locked after the order.
 */
export function lockBuyer(
  tx: Transaction,
  scope: Scope,
  document: Document,
): Promise<KnownBuyer | undefined> {
  return readBuyer(tx, `${BY_DOCUMENT} FOR NO KEY UPDATE`, { ...scope, document })
}

async function readBuyer(
  reader: Reader,
  text: string,
  { storeId, sandbox, document }: Scope & { readonly document: Document },
): Promise<KnownBuyer | undefined> {
  const [row] = await reader.query(text, [
    storeId,
    sandbox,
    document.number,
    document.type,
    document.country,
  ])
  return (
    row && {
      storeId,
      sandbox,
      id: row.id,
      document,
      phone: { country: row.phone_country, number: row.phone_number },
      createdAt: row.created_at,
    }
  )
}

export function buyerRow(buyer: KnownBuyer): RowSet {
  return {
    table: 'buyers',
    rows: [
      {
        store_id: buyer.storeId,
        sandbox: buyer.sandbox,
        id: buyer.id,
        document_country: buyer.document.country,
        document_type: buyer.document.type,
        document_number: buyer.document.number,
        ...phoneColumns(buyer.phone),
        created_at: buyer.createdAt,
      },
    ],
  }
}

/** The phone that he gave last. */
export function phoneUpdate({ storeId, sandbox, id }: KnownBuyer, phone: Phone): RowSet {
  return {
    table: 'buyers',
    where: { store_id: storeId, sandbox, id },
    set: phoneColumns(phone),
  }
}

function phoneColumns({ country, number }: Phone) {
  return { phone_country: country, phone_number: number }
}
