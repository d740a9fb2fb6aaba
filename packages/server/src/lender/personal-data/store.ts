import { computed, statement } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { RetentionName } from './rules.ts'

// The places of personal data, their purpose, and their retention (decisions 0119 and 0134).

type Held = {
  readonly table: string
  /** The personal columns of a row. */
  readonly fields: readonly string[]
  readonly why: string
  readonly retention: RetentionName
  /** Why it stays when its person is erased; absent: it goes. */
  readonly stays?: string
  /** The rows of the person $1: the text after FROM, with the row as `x`. */
  readonly rows: string
  /** Columns that are not their data and never leave. */
  readonly without?: readonly string[]
}

const OF_BUYER = `JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox
  AND b.id = o.buyer_id WHERE b.person_id = $1`
const ofOrders = (table: string) =>
  `${table} x JOIN orders o ON o.store_id = x.store_id AND o.id = x.order_id ${OF_BUYER}`
const LEDGER = 'amounts and dates, without a name: the ledger and its totals are verified with them'

/** The export of a person and their erasing go by it, and the guide "Personal data" shows it. */
export const held: readonly Held[] = [
  {
    table: 'persons',
    fields: ['document_number'],
    why: 'to total what a person owes at all stores',
    retention: 'contract',
    rows: 'persons x WHERE x.id = $1',
  },
  {
    table: 'person_blocks',
    fields: ['reason_code'],
    why: 'to decline credit to persons the lender has blocked',
    retention: 'contract',
    stays: 'a code, without a name: blocked persons are not erased',
    rows: 'person_blocks x WHERE x.person_id = $1',
  },
  {
    table: 'buyers',
    fields: ['document_number', 'phone_country', 'phone_number'],
    why: 'to recognise a returning buyer of a store',
    retention: 'contract',
    rows: 'buyers x WHERE x.person_id = $1',
  },
  {
    table: 'orders',
    fields: [
      'account_id',
      'account_email',
      'account_first_name',
      'account_last_name',
      'account_type',
      'account_gender',
      'account_last_login',
      'account_date_joined',
    ],
    why: 'the order, with the buyer as described by the store',
    retention: 'contract',
    rows: `orders x JOIN orders o ON o.store_id = x.store_id AND o.id = x.id ${OF_BUYER}`,
  },
  {
    table: 'order_details',
    fields: ['request', 'customer', 'buyer', 'shipping', 'billing', 'articles', 'rejection_reason'],
    why: 'the data that the store sent and the buyer signed with',
    retention: 'contract',
    rows: ofOrders('order_details'),
  },
  {
    table: 'history_entries',
    fields: ['billing', 'shipping'],
    why: 'earlier orders, as an input of decisions',
    retention: 'contract',
    rows: ofOrders('history_entries'),
  },
  {
    table: 'decisions',
    fields: ['inputs', 'reasons'],
    why: 'to explain automated decisions',
    retention: 'contract',
    stays: 'age, income and counts, without a name: they are part of the signed decision',
    rows: ofOrders('decisions'),
  },
  {
    table: 'decision_reviews',
    fields: ['note'],
    why: "a person's review of a decision",
    retention: 'contract',
    rows: ofOrders('decision_reviews'),
  },
  {
    table: 'documents',
    fields: ['html'],
    why: 'the contract as it was read and signed',
    retention: 'contract',
    rows: ofOrders('documents'),
  },
  {
    table: 'loans',
    fields: ['receivable'],
    why: 'the debt',
    retention: 'contract',
    stays: LEDGER,
    rows: ofOrders('loans'),
  },
  {
    table: 'instalments',
    fields: ['due_on', 'paid_on'],
    why: 'the plan of a loan',
    retention: 'contract',
    stays: LEDGER,
    rows: ofOrders('instalments'),
  },
  {
    table: 'loan_notes',
    fields: ['note'],
    why: 'notes about a loan',
    retention: 'contract',
    rows: ofOrders('loan_notes'),
  },
  {
    table: 'payments',
    fields: ['amount', 'reference'],
    why: 'payments',
    retention: 'contract',
    stays: LEDGER,
    rows: ofOrders('payments'),
  },
  {
    table: 'manual_payments',
    fields: ['reference'],
    why: 'payments by transfer or in cash',
    retention: 'contract',
    stays: "the reference, which is also in the bank's records",
    rows: ofOrders('manual_payments'),
  },
  {
    table: 'payment_methods',
    fields: ['brand', 'last4', 'expiry'],
    why: 'to collect instalments; the card number is held by the provider',
    retention: 'contract',
    rows: ofOrders('payment_methods'),
    without: ['token'],
  },
  {
    table: 'notifications',
    fields: ['body'],
    why: 'the request for confirmation to the store',
    retention: 'contract',
    stays: 'ids, statuses and amounts, without a name',
    rows: ofOrders('notifications'),
  },
  {
    table: 'notification_attempts',
    fields: ['response'],
    why: "the store's answer",
    retention: 'contract',
    rows: ofOrders('notification_attempts'),
  },
  {
    table: 'actions',
    fields: ['person_id', 'reason_note'],
    why: 'the record of actions and reads',
    retention: 'log',
    stays: 'the log is a hash chain: it contains ids, and no names unless a reason contains one',
    rows: 'actions x WHERE x.person_id = $1',
    without: ['address', 'agent', 'session_id'],
  },
]

type Row = Readonly<Record<string, unknown>>

/** A table's rows about a person, up to `limit`; secrets are left out. */
export async function listHeld(
  reader: Reader,
  { rows, without = [] }: Held,
  { personId, limit }: { readonly personId: string; readonly limit: number },
): Promise<readonly Row[]> {
  const shape = computed<{ row: Row }>({ row: 'to_jsonb(x) - $2::text[]' })
  const answered = await reader.query(
    statement(shape, (list) => `SELECT ${list} FROM ${rows} LIMIT $3`),
    [personId, without, limit],
  )
  return answered.map(({ row }) => row)
}
