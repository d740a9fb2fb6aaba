import { isDeepStrictEqual } from 'node:util'
import type { Buyer } from '@svc/api'
import type { Order } from '../../model/order/order.ts'
import { documentOf } from '../../model/people/document.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { holdPerson } from '../persons/holding.ts'
import { type Place, personScope } from '../persons/scope.ts'
import { readPhone } from './phone.ts'
import { buyerRow, buyerUpdate, findBuyer } from './store.ts'

type Signed = {
  readonly store: Store
  readonly order: Order
  /** With their document in its canonical form. */
  readonly buyer: Buyer
  readonly at: Date
}

/**
 * The signer: the person, locked until the commit, and the store's buyer, found by their document
 * or new. Their order and these rows are written together.
 */
export async function recordBuyer(
  tx: Transaction,
  { ids, ...place }: Place & { readonly ids: Ids },
  { store, order, buyer, at }: Signed,
): Promise<{ buyerId: string; personId: string; rowSets: RowSet[] }> {
  const { storeId, sandbox } = order
  const document = documentOf(buyer.document_id)
  const scope = personScope(place, { store, order })
  const [personId, known] = await Promise.all([
    holdPerson(tx, { scope, document, at, ids }),
    findBuyer(tx, { storeId, sandbox }, document),
  ])
  const phone = readPhone(buyer.phone)
  if (known === undefined) {
    const id = ids.next()
    const row = buyerRow({ storeId, sandbox, id, document, phone, personId, createdAt: at })
    return { buyerId: id, personId, rowSets: [row] }
  }
  const next = { ...known, phone, personId }
  const rowSets = isDeepStrictEqual(next, known) ? [] : [buyerUpdate(next)]
  return { buyerId: known.id, personId, rowSets }
}
