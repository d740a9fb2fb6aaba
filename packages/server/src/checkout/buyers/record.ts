import type { Buyer } from '@svc/api'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { documentOf } from './buyer.ts'
import { readPhone } from './phone.ts'
import { buyerRow, lockBuyer, phoneUpdate } from './store.ts'

type Signing = {
  readonly scope: { readonly storeId: string; readonly sandbox: boolean }
  /** With their document in its canonical form. */
  readonly buyer: Buyer
  readonly at: Date
  readonly ids: Ids
}

/**
 * Who signs: found by their document and locked, or new. Their order and these rows are written
 * together.
 */
export async function recordBuyer(
  tx: Transaction,
  { scope: { storeId, sandbox }, buyer, at, ids }: Signing,
): Promise<{ buyerId: string; rowSets: RowSet[] }> {
  const document = documentOf(buyer.document_id)
  const phone = readPhone(buyer.phone)
  const known = await lockBuyer(tx, { storeId, sandbox }, document)
  if (known === undefined) {
    const id = ids.next()
    const row = buyerRow({ storeId, sandbox, id, document, phone, createdAt: at })
    return { buyerId: id, rowSets: [row] }
  }
  const same = known.phone.country === phone.country && known.phone.number === phone.number
  return { buyerId: known.id, rowSets: same ? [] : [phoneUpdate(known, phone)] }
}
