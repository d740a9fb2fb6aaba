import { createHash } from 'node:crypto'
import type { EntryKind, Posting, StorePosting } from '../../model/ledger/rules.ts'
import type { Order } from '../../model/order/order.ts'
import type { Calendar, Payout } from '../../model/payouts/payout.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { utcMicros } from '../../platform/time/dates.ts'

export type Entry = {
  readonly kind: EntryKind
  /** The capture, void, refund … that the entry books. */
  readonly effectId: string
  readonly postings: readonly Posting[]
  /**
   * For a confirmation the hash of the signed values, for any other entry that of the loan's plan
   * after it. Absent: there is none, or there is no loan.
   */
  readonly contentHash?: string | null
  readonly at: Date
}

/** The booking of a store's operation that involves no order. */
type StoreEntry = {
  readonly kind: 'payout'
  readonly effectId: string
  readonly currency: string
  readonly postings: readonly StorePosting[]
  /** Of the payout's row. */
  readonly contentHash: string
  readonly at: Date
}

type AnyEntry = StoreEntry | (Entry & { readonly currency: string })

/** The end of a chain, and its owner. */
type End = {
  readonly storeId: string
  /** An order, or the mode of the store's own chain. */
  readonly of: string
  readonly sequence: number
  readonly head: string
}

/**
 * The order with its chain one longer, and the entry's rows. An entry that moves nothing is not
 * written.
 */
export function appendEntry(order: Order, entry: Entry): { order: Order; rowSets: RowSet[] } {
  if (entry.postings.length === 0) return { order, rowSets: [] }
  const { storeId, id, currency, ledgerSequence, ledgerHead } = order
  const end = { storeId, of: id, sequence: ledgerSequence, head: ledgerHead }
  const { sequence, hash, head } = next(end, { ...entry, currency })
  const key = { storeId, orderId: id, sequence }
  const contentHash = entry.contentHash ?? null
  return {
    order: { ...order, ledgerSequence: sequence, ledgerHead: hash },
    rowSets: [
      { table: 'ledger_entries', rows: [{ ...key, kind: entry.kind, ...head, contentHash }] },
      { table: 'ledger_postings', rows: entry.postings.map(postingRow(key)) },
    ],
  }
}

/** The calendar with its chain of the store's own entries one longer, and the entry's rows. */
export function appendStoreEntry(
  calendar: Calendar,
  entry: StoreEntry,
): { calendar: Calendar; rowSets: RowSet[] } {
  const { storeId, sandbox, ledgerSequence, ledgerHead } = calendar
  const of = sandbox ? 'sandbox' : 'live'
  const end = { storeId, of, sequence: ledgerSequence, head: ledgerHead }
  const { sequence, hash, head } = next(end, entry)
  const key = { storeId, sandbox, sequence }
  return {
    calendar: { ...calendar, ledgerSequence: sequence, ledgerHead: hash },
    rowSets: [
      {
        table: 'store_entries',
        rows: [{ ...key, kind: entry.kind, ...head, contentHash: entry.contentHash }],
      },
      { table: 'store_postings', rows: entry.postings.map(postingRow(key)) },
    ],
  }
}

/** Numbered from 1 within its entry. */
const postingRow =
  <K extends object>(key: K) =>
  <P extends Posting | StorePosting>(posting: P, index: number) => ({
    ...key,
    number: index + 1,
    ...posting,
  })

function next(end: End, entry: AnyEntry) {
  const sequence = end.sequence + 1
  const hash = entryHash(end, sequence, entry)
  return {
    sequence,
    hash,
    head: {
      effectId: entry.effectId,
      currency: entry.currency,
      createdAt: entry.at,
      previousHash: end.head,
      hash,
    },
  }
}

/**
 * SHA-256 over the previous hash and everything the entry says; the auditor recomputes it in SQL.
 */
function entryHash(end: End, sequence: number, entry: AnyEntry): string {
  const postings = entry.postings
    .map(({ debit, credit, amount }, index) => `${index + 1}:${debit}>${credit}:${amount}`)
    .join(',')
  const text = [
    end.head,
    end.storeId,
    end.of,
    sequence,
    entry.kind,
    entry.effectId,
    entry.currency,
    utcMicros(entry.at),
    postings,
  ]
  if (typeof entry.contentHash === 'string') text.push(entry.contentHash)
  return createHash('sha256').update(text.join('|')).digest('hex')
}

/**
 * SHA-256 over all that the row of a payout says but its place in the chain and when it was paid,
 * joined by `|`, null empty; of one that waited also until when. Its entry keeps it, and that entry
 * is chained and sealed (decision 0074).
 */
export function payoutHash(payout: Omit<Payout, 'ledgerSequence'>): string {
  const { id, currency, status, amount, carried, fromPosition, toPosition } = payout
  const moments = [payout.previousAt, payout.dueAt, payout.createdAt]
  const members = [
    ...[id, currency, status, amount, carried, fromPosition, toPosition],
    ...moments.map((at) => (at === null ? '' : utcMicros(at))),
    ...(payout.payableAt === null ? [] : [utcMicros(payout.payableAt)]),
  ]
  return createHash('sha256').update(members.join('|')).digest('hex')
}
