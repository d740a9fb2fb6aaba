/**
 * The columns of which the auditor does not find every change, each with the reason. `*` stands for
 * all columns of a table that are not named.
 */
import type { Column } from './changed-values.ts'

type Reasons = Readonly<Record<string, string>>

const PERSONAL = 'personal data, which is corrected and erased; what was signed is sealed'
const SETTING = 'a store changes it at any time, and it takes effect from then on'
const UNSIGNED = 'before the signature nothing is agreed; then it is sealed with what was signed'
const NAME = 'an id that nothing else names'
const WORK = 'when a worker looks again: early or late, the work decides by what it finds'
const LOG = 'what an attempt met outside: nothing here follows from it'
const USE = 'noted for people, and nothing is decided by it'
const OUTBOX = 'a message that tells of an event, which is sealed'
const SECRET = 'encrypted: who has the key finds that it does not open'
const PROVIDER = 'what the payment provider said: its own books prove it, the cash here is booked'
const ELSEWHERE = 'belongs to the payment provider, which the sandbox only stands for'
const CLOCK = 'the sandbox’s own time, moved at will'
const ANSWER = 'an answer kept for seven days: what it tells of is proven by the rows themselves'
const RUNNING = 'a note on the running period; what follows from it is reckoned again'
const EMPTY = 'an account that has carried and paid nothing is as good as none'
const KEY = 'what a key may do, and until when, its row alone says; its kind is in its hash'
const CARRIED = 'how a payout came together; its amount is that of the lines that it covers'
const PART = 'what was paid in part keeps its day, whatever a chargeback opens of it'
const ACTIONS = 'added and read only; its chain comes with the action log of the lender'
const all = (reason: string, ...names: readonly string[]): Reasons =>
  Object.fromEntries(names.map((name) => [name, reason]))

export const unseenColumns: Readonly<Record<string, Reasons>> = {
  actions: all(ACTIONS, '*'),
  api_keys: {
    ...all(KEY, 'id', 'hash', 'scopes', 'mode', 'addresses', 'maker_id', 'hint'),
    ...all(KEY, 'created_at', 'expires_at', 'revoked_at', 'unused_at'),
    ...all(USE, 'name', 'last_used_at'),
  },
  buyers: all(PERSONAL, '*'),
  campaign_articles: all(SETTING, '*'),
  campaigns: all(SETTING, '*'),
  capture_refunds: { id: NAME },
  decision_reviews: { ...all(USE, 'outcome', 'created_at'), note: PERSONAL },
  heartbeats: all(WORK, '*'),
  history_entries: all(PERSONAL, '*'),
  idempotency_keys: all(ANSWER, 'key', 'request_hash', 'status', 'body', 'location', 'created_at'),
  instalments: { reopened_on: PART },
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
    ...all(PROVIDER, 'provider', 'reference', 'reason', 'provisional'),
    ...all(PROVIDER, 'authorisation_id', 'created_at', 'settled_at', 'kind', 'state', 'amount'),
    ...all(WORK, 'asks', 'ask_at'),
    id: NAME,
  },
  payout_accounts: all(EMPTY, 'sandbox', 'currency'),
  payout_calendars: all(WORK, 'next_at', 'position'),
  payouts: all(CARRIED, 'carried', 'due_at'),
  sandbox_provider_cards: all(ELSEWHERE, '*'),
  sandbox_provider_requests: all(ELSEWHERE, '*'),
  schema_migrations: all(USE, 'name', 'hash', 'applied_at', 'compatible_from'),
  settlement_lines: { id: NAME },
  stores: { ...all(SETTING, '*'), ...all(SECRET, 'notification_secret', 'notification_token') },
  test_clocks: all(CLOCK, '*'),
  voids: { id: NAME },
  webhook_attempts: all(LOG, '*'),
  webhook_deliveries: {
    ...all(WORK, 'tries', 'next_attempt_at', 'deadline'),
    ...all(LOG, 'created_at', 'settled_at'),
    id: NAME,
  },
  webhook_endpoints: all(SETTING, '*'),
  webhook_subscriptions: all(SETTING, '*'),
}

export function reasonOf({ table, name }: Pick<Column, 'table' | 'name'>): string | undefined {
  const reasons = unseenColumns[table]
  return reasons?.[name] ?? reasons?.['*']
}
