/**
 * The columns of which the auditor does not find every change, each with the reason. `*` stands for
 * all columns of a table that are not named.
 */
import type { Row } from '../platform/database/database.ts'
import type { Column } from './changed-values.ts'

/** A reason that is one of some rows only: of the others every change must be found. */
type Limited = { readonly reason: string; readonly of: (row: Row) => boolean }
export type Reason = string | Limited
type Reasons = Readonly<Record<string, Reason>>

const PERSONAL = 'personal data, which is corrected and erased; what was signed is sealed'
const SETTING = 'a store changes it at any time, and it takes effect from then on'
const UNSIGNED: Limited = {
  reason: 'before the signature nothing is agreed; then it is sealed with what was signed',
  of: (row) => row.offer === null,
}
const NAME = 'an id that nothing else names'
const WORK = 'when a worker looks again: early or late, the work decides by what it finds'
const LOG = 'what an attempt met outside: nothing here follows from it'
const USE = 'noted for people, and nothing is decided by it'
const OUTBOX = 'a message that tells of an event, which is sealed'
const SECRET = 'encrypted: who has the key finds that it does not open'
const PROVIDER = 'what the payment provider said: its own books prove it, the cash here is booked'
const HELD: Limited = {
  reason: 'a hold on a card moves no money: only the provider knows of it',
  of: (row) => row.kind === 'authorisation',
}
const UNTAKEN: Limited = {
  reason: 'a charge that failed has taken nothing from the hold on the card',
  of: (row) => row.kind === 'authorisation' || row.state === 'failed',
}
const ASKED: Limited = {
  reason: 'when the provider was asked, its books say; what counts is when the answer was settled',
  of: (row) => row.kind === 'authorisation' || row.kind === 'charge',
}
const ARRIVED: Limited = {
  reason:
    'when a hold ended and a return arrived, the provider’s books say: nothing is booked then',
  of: (row) => row.kind === 'authorisation' || row.kind === 'return',
}
const ELSEWHERE = 'belongs to the payment provider, which the sandbox only stands for'
const EXAMPLE: Limited = {
  reason: 'an example that a store asked for is no event',
  of: (row) => row.position === null,
}
const SETTLED: Limited = {
  reason: 'nothing waits any more for what is settled, or of no order',
  of: (row) => row.settled_at !== null || row.order_id === null,
}
const CLOCK = 'the sandbox’s own time, moved at will'
const ANSWER: Limited = {
  reason: 'an answer stored for seven days about no order',
  of: (row) => row.order_id === null,
}
const BODY: Limited = {
  reason: `${ANSWER.reason}; one that is encrypted does not open once it is changed`,
  of: (row) => row.order_id === null || !String(row.body ?? '{').startsWith('{'),
}
const RUNNING = 'a note on the running period; what follows from it is reckoned again'
const EMPTY: Limited = {
  reason: 'an account that has carried and paid nothing is as good as none',
  of: (row) => row.carried === 0 && row.paid_position === 0,
}
const KEY = 'of a private key only its hash is there, which its row alone says'
const ACTIONS = 'added and read only; its chain comes with the action log of the lender'
const all = (reason: Reason, ...names: readonly string[]): Reasons =>
  Object.fromEntries(names.map((name) => [name, reason]))

export const unseenColumns: Readonly<Record<string, Reasons>> = {
  actions: {
    ...all(ACTIONS, 'mode', 'at', 'principal_kind', 'principal_name', 'request_id'),
    ...all(ACTIONS, 'id', 'address', 'agent', 'route', 'action', 'object_kind'),
    ...all(ACTIONS, 'changes', 'store_id'),
  },
  api_keys: {
    ...all(KEY, 'hash', 'hint', 'created_at', 'unused_at'),
    ...all(USE, 'name', 'last_used_at'),
  },
  buyers: all(PERSONAL, '*'),
  campaign_articles: all(SETTING, '*'),
  campaigns: all(SETTING, '*'),
  capture_refunds: { id: { reason: NAME, of: (row) => row.id !== row.refund_id } },
  decision_reviews: { ...all(USE, 'outcome', 'created_at'), note: PERSONAL },
  heartbeats: all(WORK, '*'),
  history_entries: all(PERSONAL, '*'),
  idempotency_keys: {
    ...all(ANSWER, 'key', 'request_hash', 'status', 'created_at', 'sandbox'),
    body: BODY,
  },
  loans: {
    ...all(RUNNING, 'accrued', 'accrued_until', 'fee_base', 'booked_on'),
    due_at: WORK,
  },
  notification_attempts: all(LOG, '*'),
  notifications: all(OUTBOX, '*'),
  order_details: {
    ...all(PERSONAL, 'request', 'articles', 'shipping', 'billing', 'customer', 'buyer'),
    ...all(UNSIGNED, 'merchant', 'requested_product', 'tax_rate', 'event_date'),
    ...all(UNSIGNED, 'campaign_discounts'),
    rejection_reason: USE,
  },
  orders: {
    ...all(PERSONAL, 'account_id', 'account_email', 'account_first_name', 'account_last_name'),
    ...all(PERSONAL, 'account_type', 'account_gender', 'account_last_login'),
    ...all(PERSONAL, 'account_date_joined'),
    ...all(USE, 'discount', 'discount_rate', 'warnings', 'version'),
  },
  payment_methods: { ...all(USE, '*'), token: SECRET },
  payments: {
    ...all(PROVIDER, 'provider', 'reference', 'provisional'),
    ...all(HELD, 'state', 'amount'),
    settled_at: ARRIVED,
    authorisation_id: UNTAKEN,
    created_at: ASKED,
    ...all(WORK, 'asks', 'ask_at'),
    id: NAME,
  },
  payout_accounts: all(EMPTY, 'sandbox', 'currency', 'paid_position', 'paid_at'),
  payout_calendars: all(WORK, 'next_at', 'position'),
  sandbox_provider_cards: all(ELSEWHERE, '*'),
  sandbox_provider_requests: all(ELSEWHERE, '*'),
  schema_migrations: all(USE, 'name', 'hash', 'applied_at', 'compatible_from'),
  settlement_lines: { id: NAME },
  stores: { ...all(SETTING, '*'), ...all(SECRET, 'notification_secret', 'notification_token') },
  store_logos: all(SETTING, '*'),
  test_clocks: all(CLOCK, '*'),
  voids: { id: { reason: NAME, of: (row) => row.origin === 'cancel' } },
  webhook_attempts: all(LOG, '*'),
  webhook_deliveries: {
    ...all(WORK, 'tries', 'next_attempt_at', 'deadline'),
    ...all(LOG, 'created_at', 'settled_at'),
    ...all(EXAMPLE, 'event_id', 'event_type', 'example_body'),
    state: SETTLED,
    out_of_turn: WORK,
    id: NAME,
  },
  webhook_endpoints: all(SETTING, '*'),
  webhook_subscriptions: all(SETTING, '*'),
}

const listed = ({ table, name }: Pick<Column, 'table' | 'name'>): Reason | undefined => {
  const reasons = unseenColumns[table]
  return reasons?.[name] ?? reasons?.['*']
}

export const isListedColumn = (column: Column): boolean => listed(column) !== undefined

/** Why a change of the column in this row, as it was, need not be found. */
export function reasonOf(column: Column, row: Row): string | undefined {
  const found = listed(column)
  if (found === undefined || typeof found === 'string') return found
  return found.of(row) ? found.reason : undefined
}
