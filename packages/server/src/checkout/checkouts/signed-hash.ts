/**
 * The hash of all that was signed (decision 0064). The entry of the order's confirmation repeats
 * it, and that entry's own hash is chained and sealed: anyone who changes a document, the offer or
 * the terms together with their own hashes is found all the same.
 */
import { createHash } from 'node:crypto'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Offer } from '../../model/financing/offers.ts'
import type { LoanTerms } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { decisionLines } from '../decisions/content.ts'
import type { Decision } from '../decisions/decision.ts'
import type { ArchivedDocument } from '../documents/document-data.ts'

type Signed = {
  /** As it is after the signature. */
  readonly order: Order
  readonly details: Pick<
    OrderDetails,
    'campaignDiscounts' | 'eventDate' | 'merchant' | 'requestedProduct' | 'taxRate'
  >
  readonly offer: Offer
  readonly loanTerms: LoanTerms
  readonly decision: Decision
  /** None, where the signature was refused. */
  readonly documents: readonly Omit<ArchivedDocument, 'html'>[]
}

/**
 * SHA-256 over lines: the terms of the order, values as `jsonb` prints them, the decision, and each
 * document in the order of its kind. Members of a line are joined by `|`, null is empty. The
 * auditor computes it again in SQL.
 */
export function signatureHash(signed: Signed): string {
  const { order, details, offer, loanTerms, decision, documents } = signed
  const agreed = [
    ...[order.storeId, order.id, order.sandbox ? 'sandbox' : 'live', order.buyerId],
    ...[order.product, order.numInstalments, order.nominalRate],
    ...[order.currency, order.approvedAmount],
    ...[order.automaticCapture ? 'automatic' : 'manual', order.captureWithin],
    ...[order.feeRate, order.feeFixed, order.feesOnRefund, order.campaignCost],
    ...[details.requestedProduct, details.eventDate, details.taxRate],
  ]
  const papers = [...documents]
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
    .map(({ kind, id, language, sha256, createdAt }) =>
      [kind, id, language, sha256, utcMicros(createdAt)].join('|'),
    )
  const values = [offer, loanTerms, details.campaignDiscounts, details.merchant].map(jsonbText)
  const decided = decisionLines(decision)
  const text = [agreed.join('|'), ...values, ...decided, ...papers].join('\n')
  return createHash('sha256').update(text).digest('hex')
}
