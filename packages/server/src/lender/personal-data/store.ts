import { computed, statement } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

// Where personal data lie, why, and for how long (decision 0119).

const OF_CONTRACT =
  'ten years after the order has ended: accounting, and claims out of the contract'
const OF_MESSAGE = 'as long as the order: what was sent is proof of what was told'

type Held = {
  readonly table: string
  /** What of a row is about somebody. */
  readonly fields: readonly string[]
  readonly why: string
  readonly retention: string
  /** Which rows are of the person $1: what stands after FROM, with the row as `x`. */
  readonly rows: string
  /** What is no data of theirs and never leaves. */
  readonly without?: readonly string[]
}

const OF_BUYER = `JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox
  AND b.id = o.buyer_id WHERE b.person_id = $1`
const ofOrders = (table: string) =>
  `${table} x JOIN orders o ON o.store_id = x.store_id AND o.id = x.order_id ${OF_BUYER}`

/** The export of a person goes by it, and the guide "Personal data" shows it. */
export const held: readonly Held[] = [
  {
    ...{ table: 'persons', fields: ['document_number'] },
    ...{ why: 'to count what somebody owes at all stores', retention: OF_CONTRACT },
    rows: 'persons x WHERE x.id = $1',
  },
  {
    ...{ table: 'person_blocks', fields: ['reason_code'] },
    ...{ why: 'to lend nothing to whom the lender blocked', retention: OF_CONTRACT },
    rows: 'person_blocks x WHERE x.person_id = $1',
  },
  {
    ...{ table: 'buyers', fields: ['document_number', 'phone_number'] },
    ...{ why: 'to know a buyer again at a store', retention: OF_CONTRACT },
    rows: 'buyers x WHERE x.person_id = $1',
  },
  {
    table: 'orders',
    fields: ['account_email', 'account_first_name', 'account_last_name', 'account_gender'],
    ...{ why: 'the order, as the store described its buyer', retention: OF_CONTRACT },
    rows: `orders x JOIN orders o ON o.store_id = x.store_id AND o.id = x.id ${OF_BUYER}`,
  },
  {
    table: 'order_details',
    fields: ['request', 'customer', 'buyer', 'shipping', 'billing', 'articles'],
    ...{ why: 'what the store sent and the buyer signed with', retention: OF_CONTRACT },
    rows: ofOrders('order_details'),
  },
  {
    ...{ table: 'history_entries', fields: ['billing', 'shipping'] },
    ...{ why: 'earlier orders, by which a decision was made', retention: OF_CONTRACT },
    rows: ofOrders('history_entries'),
  },
  {
    ...{ table: 'decisions', fields: ['inputs', 'reasons'] },
    ...{ why: 'to explain a decision made by rules', retention: OF_CONTRACT },
    rows: ofOrders('decisions'),
  },
  {
    ...{ table: 'decision_reviews', fields: ['note'] },
    ...{ why: 'what a person made of it', retention: OF_CONTRACT },
    rows: ofOrders('decision_reviews'),
  },
  {
    ...{ table: 'documents', fields: ['html'] },
    ...{ why: 'the contract as it was read and signed', retention: OF_CONTRACT },
    rows: ofOrders('documents'),
  },
  {
    ...{ table: 'loans', fields: ['receivable'] },
    ...{ why: 'the debt', retention: OF_CONTRACT },
    rows: ofOrders('loans'),
  },
  {
    ...{ table: 'instalments', fields: ['due_on', 'paid_on'] },
    ...{ why: 'its plan', retention: OF_CONTRACT },
    rows: ofOrders('instalments'),
  },
  {
    ...{ table: 'payments', fields: ['amount', 'reference'] },
    ...{ why: 'what was paid', retention: OF_CONTRACT },
    rows: ofOrders('payments'),
  },
  {
    ...{ table: 'payment_methods', fields: ['brand', 'last4'] },
    ...{
      why: 'to collect instalments; the number of a card is with the provider',
      retention: OF_CONTRACT,
    },
    rows: ofOrders('payment_methods'),
    without: ['token'],
  },
  {
    ...{ table: 'notifications', fields: ['body'] },
    ...{ why: 'the question to the store whether it confirms', retention: OF_MESSAGE },
    rows: ofOrders('notifications'),
  },
  {
    ...{ table: 'actions', fields: ['person_id', 'reason_note'] },
    ...{ why: 'who did and read what', retention: 'ten years' },
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
