/** Documents as they are read: from the archive, or made of what holds now. */
import type { DocumentKind, DocumentLanguage } from '@svc/api'
import type { Reader } from '../database/database.ts'
import type { OrderDetails } from '../details/details.ts'
import type { Order } from '../orders/order.ts'
import { buyersLanguage, sha256Of } from './archive.ts'
import { documentDataOf, type Source } from './order-data.ts'
import { renderDocument } from './render.ts'
import { findDocument } from './store.ts'

/** A page that can be answered. */
export type ReadDocument = {
  readonly orderId: string
  readonly kind: DocumentKind
  readonly language: DocumentLanguage
  readonly sha256: string
  readonly html: string
}

type Asked = Pick<Source, 'store' | 'order' | 'details' | 'at'>
type Wanted = { readonly kind: DocumentKind; readonly language: DocumentLanguage | undefined }

/** There is a credit to withdraw from. */
export function isWithdrawable({ state }: Order, { offer }: OrderDetails): boolean {
  const signed = ['challenge_required', 'confirmation_required', 'confirmed'].includes(state)
  return signed && offer !== null
}

/**
 * Of an order that its buyer has signed. What was signed is there in the language in which it was
 * signed, and in no other.
 */
export async function findSigned(
  reader: Reader,
  { store, order, details, at }: Asked,
  { kind, language }: Wanted,
): Promise<ReadDocument | undefined> {
  if (kind === 'pre_contract' || kind === 'agreement') {
    const found = await findDocument(reader, order, kind)
    return language === undefined || language === found?.language ? found : undefined
  }
  const { offer, buyer } = details
  if (kind === 'statement' || offer === null || !isWithdrawable(order, details)) return undefined
  const agreement = await findDocument(reader, order, 'agreement')
  const signedAt = agreement?.createdAt ?? order.verifiedAt
  return madeDocument(
    { store, order, details, offer, buyer, at, signedAt },
    { kind, language: language ?? agreement?.language ?? buyersLanguage({ details, store }) },
  )
}

type Made = {
  readonly kind: Exclude<DocumentKind, 'statement'>
  readonly language: DocumentLanguage
}

export function madeDocument(source: Source, { kind, language }: Made): ReadDocument {
  const html = renderDocument(documentDataOf(source), { kind, language })
  return { orderId: source.order.id, kind, language, sha256: sha256Of(html), html }
}
