import { utcMicros } from '../dates.ts'
import type { ListedLine, OpenedLine } from './list-store.ts'

/** A commercial transaction as it is listed (contract §9). */
export function paymentView({ line, mid }: ListedLine) {
  return {
    id: line.id,
    type: line.type,
    amount: line.amount,
    net: line.net,
    currency: line.currency,
    created: utcMicros(line.createdAt),
    order: line.orderId === null ? null : { id: line.orderId, mid },
  }
}

export function openedPaymentView(opened: OpenedLine) {
  const { line, mid, orderStatus, entry, payoutId } = opened
  return {
    ...paymentView(opened),
    order: line.orderId === null ? null : { id: line.orderId, mid, status: orderStatus },
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
