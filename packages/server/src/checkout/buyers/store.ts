import { columns, type Query, type RowOf, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import type { Document, KnownBuyer, Phone } from './buyer.ts'

type Scope = { readonly storeId: string; readonly sandbox: boolean }

const BUYER = columns('buyers', 'b').only('id', 'phoneCountry', 'phoneNumber', 'createdAt')
const byDocument = (lock: string) =>
  select(
    BUYER,
    `FROM buyers b WHERE b.store_id = $1 AND b.sandbox = $2 AND b.document_number = $3
       AND b.document_type = $4 AND b.document_country = $5 ${lock}`,
  )

/** Who has this document. */
export function findBuyer(
  reader: Reader,
  scope: Scope,
  document: Document,
): Promise<KnownBuyer | undefined> {
  return readBuyer(reader, byDocument(''), { ...scope, document })
}

/**
 * The same, after everybody else who signs for them: what is counted of them then stays so until
 * the commit. It is locked after the order.
 */
export function lockBuyer(
  tx: Transaction,
  scope: Scope,
  document: Document,
): Promise<KnownBuyer | undefined> {
  return readBuyer(tx, byDocument('FOR NO KEY UPDATE'), { ...scope, document })
}

async function readBuyer(
  reader: Reader,
  text: Query<RowOf<typeof BUYER>>,
  { storeId, sandbox, document }: Scope & { readonly document: Document },
): Promise<KnownBuyer | undefined> {
  const [row] = await reader.query(text, [
    storeId,
    sandbox,
    document.number,
    document.type,
    document.country,
  ])
  if (row === undefined) return undefined
  const { phoneCountry: country, phoneNumber: number, ...buyer } = row
  return { storeId, sandbox, ...buyer, document, phone: { country, number } }
}

export function buyerRow({ document, phone, ...buyer }: KnownBuyer): RowSet {
  const documentColumns = {
    documentCountry: document.country,
    documentType: document.type,
    documentNumber: document.number,
  }
  return { table: 'buyers', rows: [{ ...buyer, ...documentColumns, ...phoneColumns(phone) }] }
}

/** The phone that they gave last. */
export function phoneUpdate({ storeId, sandbox, id }: KnownBuyer, phone: Phone): RowSet {
  return { table: 'buyers', where: { storeId, sandbox, id }, set: phoneColumns(phone) }
}

const phoneColumns = ({ country, number }: Phone) => ({
  phoneCountry: country,
  phoneNumber: number,
})
