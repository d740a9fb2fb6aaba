import {
  columns,
  computed,
  type Entity,
  type RowOf,
  select,
} from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'

const ALLOCATION = columns('allocations', 'a')
  .only('source', 'sourceId', 'number', 'component', 'amount')
  .and(columns('events', 'e').only('createdAt'))

export type BookedAllocation = Awaited<ReturnType<typeof listAllocations>>[number]

/** The settlements of a loan's instalments by part, the oldest first. */
export function listAllocations(
  reader: Reader,
  { storeId, id }: { readonly storeId: string; readonly id: string },
) {
  return reader.query(
    select(
      ALLOCATION,
      `FROM allocations a JOIN events e
         ON (e.store_id, e.order_id, e.sequence) = (a.store_id, a.order_id, a.event_sequence)
       WHERE a.store_id = $1 AND a.order_id = $2 ORDER BY a.event_sequence, a.position`,
    ),
    [storeId, id],
  )
}

type OfLoan = { readonly storeId: string; readonly id: string }

/** A note on a loan, or what its buyer promised, and who wrote it down. */
export type LoanNote = Pick<
  Entity<'loan_notes'>,
  'id' | 'kind' | 'note' | 'amount' | 'promisedOn' | 'createdAt'
> & { readonly author: string | null }

export function noteRow(
  { storeId, id: orderId, sandbox }: OfLoan & { readonly sandbox: boolean },
  { author: _, ...note }: LoanNote,
): Insert {
  return { table: 'loan_notes', rows: [{ storeId, orderId, sandbox, ...note }] }
}

const NOTE = columns('loan_notes', 'n')
  .only('id', 'kind', 'note', 'amount', 'promisedOn', 'createdAt')
  .and(computed<Pick<LoanNote, 'author'>>({ author: 'a.principal_name' }))

/** The oldest first. */
export function listNotes(reader: Reader, { storeId, id }: OfLoan): Promise<LoanNote[]> {
  return reader.query(
    select(
      NOTE,
      `FROM loan_notes n LEFT JOIN actions a ON a.id = n.action_id
       WHERE n.store_id = $1 AND n.order_id = $2 ORDER BY n.created_at, n.id`,
    ),
    [storeId, id],
  )
}

const MANUAL = columns('manual_payments', 'm').only('id', 'method', 'reference', 'valueOn')
export type ManualPayment = RowOf<typeof MANUAL>

/** The details of payments by hand, the oldest first. */
export function listManualPayments(
  reader: Reader,
  { storeId, id }: OfLoan,
): Promise<ManualPayment[]> {
  return reader.query(
    select(
      MANUAL,
      `FROM manual_payments m WHERE m.store_id = $1 AND m.order_id = $2
       ORDER BY m.created_at, m.id`,
    ),
    [storeId, id],
  )
}

/** Instalments `i` that fall due one day. */
export const UPCOMING = `NOT i.due AND NOT i.dropped AND i.paid_on IS NULL
  AND i.capital + i.interest + i.fee + i.late_charge > 0`

/** Of the loan `l`. */
export const NEXT_DUE = `(SELECT min(i.due_on) FROM instalments i
  WHERE i.store_id = l.store_id AND i.order_id = l.order_id AND ${UPCOMING})`

/** Payments `p` of the buyer that were received. */
export const RECEIVED = "p.kind IN ('charge', 'transfer') AND p.state = 'succeeded'"

/** Of the loan `l`. */
export const LAST_PAYMENT = `(SELECT max(p.settled_at) FROM payments p
  WHERE p.store_id = l.store_id AND p.order_id = l.order_id AND ${RECEIVED})`
