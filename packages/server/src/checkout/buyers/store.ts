import type { Document } from '../../model/people/document.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import type { KnownBuyer, Phone } from './buyer.ts'

type Scope = { readonly storeId: string; readonly sandbox: boolean }

const BUYER = columns('buyers', 'b').only(
  'id',
  'phoneCountry',
  'phoneNumber',
  'personId',
  'createdAt',
)

/** The owner of this document. */
export async function findBuyer(
  reader: Reader,
  { storeId, sandbox }: Scope,
  document: Document,
): Promise<KnownBuyer | undefined> {
  const [row] = await reader.query(
    select(
      BUYER,
      `FROM buyers b WHERE b.store_id = $1 AND b.sandbox = $2 AND b.document_number = $3
         AND b.document_type = $4 AND b.document_country = $5`,
    ),
    [storeId, sandbox, document.number, document.type, document.country],
  )
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

/** The phone that they gave last, and who they are. */
export function buyerUpdate({ storeId, sandbox, id, phone, personId }: KnownBuyer): RowSet {
  const set = { ...phoneColumns(phone), personId }
  return { table: 'buyers', where: { storeId, sandbox, id }, set }
}

const phoneColumns = ({ country, number }: Phone) => ({
  phoneCountry: country,
  phoneNumber: number,
})
