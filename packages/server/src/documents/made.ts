/** Documents as they are read: from the archive, or made of what holds now. */
import type { DocumentKind, DocumentLanguage } from '@svc/api'
import { dayOf } from '../calendar.ts'
import type { Reader } from '../database/database.ts'
import type { OrderDetails } from '../details/details.ts'
import { findLoan } from '../loans/store.ts'
import { passTime } from '../loans/time.ts'
import type { Order } from '../orders/order.ts'
import { buyersLanguage, sha256Of } from './archive.ts'
import { loanDataOf } from './loan-data.ts'
import { documentDataOf, type Source } from './order-data.ts'
import { renderDocument, renderStatement } from './render.ts'
import { findDocument, listMovements } from './store.ts'

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
  const { offer, buyer, loanTerms } = details
  if (offer === null) return undefined
  const agreement = await findDocument(reader, order, 'agreement')
  const signedAt = agreement?.createdAt ?? order.verifiedAt
  const source = { store, order, details, offer, buyer, loanTerms, at, signedAt }
  const written = language ?? agreement?.language ?? buyersLanguage({ details, store })
  if (kind === 'statement') return findStatement(reader, source, written)
  if (!isWithdrawable(order, details)) return undefined
  return madeDocument(source, { kind, language: written })
}

/** As of now: what time has done counts, whether or not it has been booked. */
async function findStatement(
  reader: Reader,
  source: Source,
  language: DocumentLanguage,
): Promise<ReadDocument | undefined> {
  const { order, at } = source
  const stored = order.confirmedAt === null ? undefined : await findLoan(reader, order)
  if (stored === undefined) return undefined
  const loan = passTime(stored, dayOf(at, stored.timeZone)).at(-1)?.step.loan ?? stored
  const movements = await listMovements(reader, order)
  const payments = movements.map(({ at: moment, kind, amount }) => {
    return { on: dayOf(moment, stored.timeZone), kind, amount }
  })
  const data = { ...documentDataOf(source), loan: loanDataOf(loan, payments) }
  const html = renderStatement(data, language)
  return { orderId: order.id, kind: 'statement', language, sha256: sha256Of(html), html }
}

type Made = {
  readonly kind: Exclude<DocumentKind, 'statement'>
  readonly language: DocumentLanguage
}

export function madeDocument(source: Source, { kind, language }: Made): ReadDocument {
  const html = renderDocument(documentDataOf(source), { kind, language })
  return { orderId: source.order.id, kind, language, sha256: sha256Of(html), html }
}
