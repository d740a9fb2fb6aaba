import type { DocumentKind, DocumentLanguage } from '@svc/api'
import { findWholeOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { buyersLanguage } from './archive.ts'
import { isWithdrawable, loanOf } from './made.ts'
import { listDocuments as listArchived } from './store.ts'

type ListedDocument = {
  readonly kind: DocumentKind
  readonly language: DocumentLanguage
  /** Null: made when it is requested. */
  readonly sha256: string | null
  readonly createdAt: Date | null
}

export type DocumentsOfOrder = {
  readonly order: Order
  readonly documents: readonly ListedDocument[]
}

/** Every document that can be read of an order now. */
export async function listDocuments(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<DocumentsOfOrder> {
  const key = { storeId: store.id, sandbox, ref }
  const { order, details } = existing(await findWholeOrder(database, key), 'order', ref)
  const archived = await listArchived(database, order)
  const language = archived[0]?.language ?? buyersLanguage({ details, store })
  const loan = await loanOf(database, order)
  const made: DocumentKind[] = [
    ...(loan === undefined ? [] : (['statement'] as const)),
    ...(isWithdrawable(order, loan, clock.now()) ? (['withdrawal_form'] as const) : []),
  ]
  return {
    order,
    documents: [
      ...archived,
      ...made.map((kind) => ({ kind, language, sha256: null, createdAt: null })),
    ],
  }
}
