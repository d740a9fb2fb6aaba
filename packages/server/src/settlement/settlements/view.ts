import type { Answered, OpenedPayment, PaymentAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { ListedLine, OpenedLine } from './list-store.ts'

/** A commercial transaction as it is listed (contract §9). */
export function paymentView({ line, mid }: ListedLine): Answered<typeof PaymentAnswer> {
  return {
    id: line.id,
    type: line.type,
    amount: line.amount,
    net: line.net,
    currency: line.currency,
    created: utcMicros(line.createdAt),
    order: line.orderId === null || mid === null ? null : { id: line.orderId, mid },
  }
}

export function openedPaymentView(opened: OpenedLine): Answered<typeof OpenedPayment> {
  const { line, orderStatus, entry, payoutId } = opened
  const { order, ...listed } = paymentView(opened)
  return {
    ...listed,
    order: order && orderStatus !== null ? { ...order, status: orderStatus } : null,
    effect: { id: line.effectId, type: entry?.kind ?? line.type },
    entry: entry && {
      sequence: entry.sequence,
      kind: entry.kind,
      created: utcMicros(entry.createdAt),
      previous_hash: entry.previousHash,
      hash: entry.hash,
      postings: entry.postings.map(({ debit, credit, amount }) => ({ debit, credit, amount })),
    },
    payout: payoutId === null ? null : { id: payoutId },
  }
}
