/** Documents as they are read: from the archive, or made of what holds now. */
import type { DocumentKind, DocumentLanguage } from '@svc/api'
import { findLoan } from '../../kernel/loans/store.ts'
import { mayWithdraw } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { passTime } from '../../model/loan/time.ts'
import type { Order } from '../../model/order/order.ts'
import type { Reader } from '../../platform/database/database.ts'
import { dayOf } from '../../platform/time/calendar.ts'
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

type Signed = Pick<Source, 'store' | 'order' | 'details' | 'at'>
type Wanted = { readonly kind: DocumentKind; readonly language: DocumentLanguage | undefined }

/** There is a credit to withdraw from; before the store has confirmed it has no loan yet. */
export function isWithdrawable({ state }: Order, loan: Loan | undefined, at: Date): boolean {
  if (loan !== undefined)
    return state === 'confirmed' && mayWithdraw(loan, dayOf(at, loan.timeZone))
  return state === 'challenge_required' || state === 'confirmation_required'
}

/** None before the confirmation, and of orders of before there were loans. */
export async function loanOf(reader: Reader, order: Order): Promise<Loan | undefined> {
  return order.confirmedAt === null ? undefined : findLoan(reader, order)
}

/**
 * Of an order that its buyer has signed. A signed document exists in the language of the signature,
 * and in no other.
 */
export async function findSigned(
  reader: Reader,
  { store, order, details, at }: Signed,
  { kind, language }: Wanted,
): Promise<ReadDocument | undefined> {
  if (kind === 'pre_contract' || kind === 'agreement') {
    const document = await findDocument(reader, order, kind)
    return language === undefined || language === document?.language ? document : undefined
  }
  const { offer, buyer, loanTerms } = details
  if (offer === null) return undefined
  const agreement = await findDocument(reader, order, 'agreement')
  const signedAt = agreement?.createdAt ?? order.verifiedAt
  const loan = await loanOf(reader, order)
  const source = { store, order, details, offer, buyer, loanTerms, at, signedAt, loan }
  const written = language ?? agreement?.language ?? buyersLanguage({ details, store })
  if (kind === 'statement') return loan && statementOf(reader, { source, loan }, written)
  if (!isWithdrawable(order, loan, at)) return undefined
  return madeDocument(source, { kind, language: written })
}

/** As of now: what time has done counts, whether or not it has been booked. */
async function statementOf(
  reader: Reader,
  { source, loan: stored }: { readonly source: Source; readonly loan: Loan },
  language: DocumentLanguage,
): Promise<ReadDocument> {
  const { order, at } = source
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
