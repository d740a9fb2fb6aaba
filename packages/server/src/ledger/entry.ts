import { createHash } from 'node:crypto'
import type { RowSet } from '../database/database.ts'
import { utcMicros } from '../dates.ts'
import type { Order } from '../orders/order.ts'
import type { EntryKind, Posting } from './rules.ts'

export type Entry = {
  readonly kind: EntryKind
  /** The capture, void, refund … that the entry books. */
  readonly effectId: string
  readonly postings: readonly Posting[]
  readonly at: Date
}

/**
 * The order with its chain one longer, and the entry's rows. An entry that moves nothing is not
 * written.
 */
export function appendEntry(order: Order, entry: Entry): { order: Order; rowSets: RowSet[] } {
  if (entry.postings.length === 0) return { order, rowSets: [] }
  const sequence = order.ledgerSequence + 1
  const hash = entryHash(order, sequence, entry)
  const key = { store_id: order.storeId, order_id: order.id, sequence }
  const head = {
    table: 'ledger_entries',
    rows: [
      {
        ...key,
        kind: entry.kind,
        effect_id: entry.effectId,
        currency: order.currency,
        created_at: entry.at,
        previous_hash: order.ledgerHead,
        hash,
      },
    ],
  }
  const postings = {
    table: 'ledger_postings',
    rows: entry.postings.map(({ debit, credit, amount }, index) => ({
      ...key,
      number: index + 1,
      debit,
      credit,
      amount,
    })),
  }
  return {
    order: { ...order, ledgerSequence: sequence, ledgerHead: hash },
    rowSets: [head, postings],
  }
}

/**
 * SHA-256 over the previous hash and everything the entry says; the auditor recomputes it in SQL.
 */
function entryHash(order: Order, sequence: number, entry: Entry): string {
  const postings = entry.postings
    .map(({ debit, credit, amount }, index) => `${index + 1}:${debit}>${credit}:${amount}`)
    .join(',')
  const text = [
    order.ledgerHead,
    order.storeId,
    order.id,
    sequence,
    entry.kind,
    entry.effectId,
    order.currency,
    utcMicros(entry.at),
    postings,
  ].join('|')
  return createHash('sha256').update(text).digest('hex')
}
