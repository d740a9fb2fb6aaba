import { computed, statement } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { RetentionName } from './rules.ts'

// Where personal data lie, why, and for how long (decisions 0119 and 0134).

type Held = {
  readonly table: string
  /** What of a row is about somebody. */
  readonly fields: readonly string[]
  readonly why: string
  readonly retention: RetentionName
  /** Why it stays when its person is erased; absent: it goes. */
  readonly stays?: string
  /** Which rows are of the person $1: what stands after FROM, with the row as `x`. */
  readonly rows: string
  /** What is no data of theirs and never leaves. */
  readonly without?: readonly string[]
}

const OF_BUYER = `JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox
  AND b.id = o.buyer_id WHERE b.person_id = $1`
const ofOrders = (table: string) =>
  `${table} x JOIN orders o ON o.store_id = x.store_id AND o.id = x.order_id ${OF_BUYER}`
const LEDGER = 'amounts and days, without a name: ledger and sums are proven by them'

/** The export of a person and their erasing go by it, and the guide "Personal data" shows it. */
export const held: readonly Held[] = [
  {
    table: 'persons',
    fields: ['document_number'],
    why: 'to count what somebody owes at all stores',
    retention: 'contract',
    rows: 'persons x WHERE x.id = $1',
  },
  {
    table: 'person_blocks',
    fields: ['reason_code'],
    why: 'to lend nothing to whom the lender blocked',
    retention: 'contract',
    stays: 'a word, without a name: who is blocked is not erased',
    rows: 'person_blocks x WHERE x.person_id = $1',
  },
  {
    table: 'buyers',
    fields: ['document_number', 'phone_country', 'phone_number'],
    why: 'to know a buyer again at a store',
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
    why: 'the order, as the store described its buyer',
    retention: 'contract',
    rows: `orders x JOIN orders o ON o.store_id = x.store_id AND o.id = x.id ${OF_BUYER}`,
  },
  {
    table: 'order_details',
    fields: ['request', 'customer', 'buyer', 'shipping', 'billing', 'articles', 'rejection_reason'],
    why: 'what the store sent and the buyer signed with',
    retention: 'contract',
    rows: ofOrders('order_details'),
  },
  {
    table: 'history_entries',
    fields: ['billing', 'shipping'],
    why: 'earlier orders, by which a decision was made',
    retention: 'contract',
    rows: ofOrders('history_entries'),
  },
  {
    table: 'decisions',
    fields: ['inputs', 'reasons'],
    why: 'to explain a decision made by rules',
    retention: 'contract',
    stays: 'years of age, income and counts, without a name: they are part of what was signed',
    rows: ofOrders('decisions'),
  },
  {
    table: 'decision_reviews',
    fields: ['note'],
    why: 'what a person made of it',
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
    why: 'its plan',
    retention: 'contract',
    stays: LEDGER,
    rows: ofOrders('instalments'),
  },
  {
    table: 'loan_notes',
    fields: ['note'],
    why: 'what was said about it',
    retention: 'contract',
    rows: ofOrders('loan_notes'),
  },
  {
    table: 'payments',
    fields: ['amount', 'reference'],
    why: 'what was paid',
    retention: 'contract',
    stays: LEDGER,
    rows: ofOrders('payments'),
  },
  {
    table: 'manual_payments',
    fields: ['reference'],
    why: 'what came by transfer or in cash',
    retention: 'contract',
    stays: 'the reference that the book of the bank has as well',
    rows: ofOrders('manual_payments'),
  },
  {
    table: 'payment_methods',
    fields: ['brand', 'last4', 'expiry'],
    why: 'to collect instalments; the number of a card is with the provider',
    retention: 'contract',
    rows: ofOrders('payment_methods'),
    without: ['token'],
  },
  {
    table: 'notifications',
    fields: ['body'],
    why: 'the question to the store whether it confirms',
    retention: 'contract',
    stays: 'ids, states and amounts, without a name',
    rows: ofOrders('notifications'),
  },
  {
    table: 'notification_attempts',
    fields: ['response'],
    why: 'what the store answered',
    retention: 'contract',
    rows: ofOrders('notification_attempts'),
  },
  {
    table: 'actions',
    fields: ['person_id', 'reason_note'],
    why: 'who did and read what',
    retention: 'log',
    stays: 'the log is one chain of hashes: it has ids, and names nobody unless a reason does',
    rows: 'actions x WHERE x.person_id = $1',
    without: ['address', 'agent', 'session_id'],
  },
]

type Row = Readonly<Record<string, unknown>>

/** What a table holds about a person, as many rows as `limit`; secrets are left out. */
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
