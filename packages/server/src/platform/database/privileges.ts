/**
 * The privileges of the role that runs the service, for each table: those that the code needs, and
 * no more. It can read everything and truncate nothing (decision 0105).
 */
import { columnOf, type Entity, type TableName } from './columns.ts'

/** A list of properties: only these columns are ever changed. */
type Need<T extends TableName> = {
  readonly insert?: true
  readonly update?: true | readonly (keyof Entity<T> & string)[]
  readonly delete?: true
}

/** Rows are inserted, and never changed. */
const ADDED = { insert: true } as const
const CHANGED = { insert: true, update: true } as const
const REPLACED = { insert: true, delete: true } as const
const FREE = { insert: true, update: true, delete: true } as const

/** The result of a lender's request; its body may be encrypted again. */
const ENDED = [
  ...(['status', 'endedAt', 'checkerId', 'checkerName', 'checkerNote', 'failure'] as const),
  ...(['doneEffects', 'doneHash', 'result', 'body', 'answer', 'announcedAt'] as const),
] as const

const NEEDS: { readonly [T in TableName]: Need<T> } = {
  stores: CHANGED,
  store_logos: FREE,
  store_states: ADDED,
  creditors: ADDED,
  store_terms: { insert: true, update: ['dueAt', 'withdrawnAt'] },
  api_keys: CHANGED,
  // Answers that contain a secret are encrypted again by `svc rekey`.
  lender_keys: { insert: true, update: ['lastUsedAt', 'revokedAt', 'expiresAt', 'ownerId'] },
  // The kind and address of a person never change; a person being changed is locked.
  staff: { insert: true, update: ['name', 'disabledAt', 'issuer', 'subject'] },
  staff_roles: { insert: true, update: ['heldUntil'] },
  store_members: ADDED,
  saved_views: REPLACED,
  passkeys: { insert: true, update: ['uses', 'lastUsedAt'], delete: true },
  passwords: FREE,
  totp_secrets: FREE,
  recovery_codes: { insert: true, update: ['usedAt'], delete: true },
  sessions: CHANGED,
  staff_links: { insert: true, update: ['usedAt', 'withdrawnAt'] },
  sign_in_attempts: REPLACED,
  used_challenges: REPLACED,
  idempotency_keys: { insert: true, update: ['body'], delete: true },
  test_clocks: CHANGED,
  campaigns: FREE,
  campaign_articles: FREE,
  // A signature locks the buyer, which requires a column that may be changed.
  persons: { insert: true, update: ['createdAt', 'documentNumber', 'erasedAt', 'mergedInto'] },
  person_blocks: { insert: true, update: ['liftedAt'] },
  exposure_policies: ADDED,
  approvals: { insert: true, update: ENDED },
  approval_policies: ADDED,
  bounded_acts: ADDED,
  buyers: CHANGED,
  orders: CHANGED,
  order_details: CHANGED,
  earlier_mids: ADDED,
  history_entries: CHANGED,
  captures: CHANGED,
  voids: ADDED,
  refunds: ADDED,
  capture_refunds: ADDED,
  decisions: ADDED,
  decision_reviews: { insert: true, update: ['note'] },
  documents: { insert: true, update: ['html', 'erasedAt'] },
  loans: CHANGED,
  instalments: CHANGED,
  allocations: ADDED,
  reductions: ADDED,
  payments: CHANGED,
  manual_payments: ADDED,
  loan_notes: { insert: true, update: ['note'] },
  payment_methods: FREE,
  ledger_entries: ADDED,
  ledger_postings: ADDED,
  settlement_lines: ADDED,
  // Encrypted again by `svc rekey`.
  bank_accounts: { insert: true, update: ['iban'] },
  payout_calendars: CHANGED,
  payout_accounts: CHANGED,
  payouts: { insert: true, update: ['status', 'paidAt', 'ledgerSequence', 'bankAccountId'] },
  store_entries: ADDED,
  store_postings: ADDED,
  closings: ADDED,
  events: { insert: true, update: ['position'] },
  event_streams: CHANGED,
  seal_heads: CHANGED,
  seals: ADDED,
  notifications: CHANGED,
  notification_attempts: { insert: true, update: ['response'] },
  webhook_endpoints: CHANGED,
  webhook_subscriptions: { insert: true, update: ['enabled', 'types', 'createdAt'] },
  webhook_deliveries: CHANGED,
  webhook_attempts: { insert: true, update: ['response'] },
  lender_streams: CHANGED,
  lender_endpoints: CHANGED,
  lender_subscriptions: { insert: true, update: ['enabled', 'types', 'createdAt'] },
  lender_deliveries: CHANGED,
  lender_attempts: { insert: true, update: ['response'] },
  actions: { insert: true, update: ['contentHash', 'place', 'previousHash', 'hash'] },
  action_chains: CHANGED,
  action_seals: ADDED,
  heartbeats: FREE,
  lanes: CHANGED,
  request_log: REPLACED,
  sandbox_provider_cards: CHANGED,
  sandbox_provider_requests: CHANGED,
  order_tallies: REPLACED,
  line_tallies: REPLACED,
  account_tallies: CHANGED,
  tally_heads: CHANGED,
}

export type Privilege = {
  readonly relation: string
  readonly privilege: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** The column only; null: the whole table. */
  readonly part: string | null
}

/** The table of applied migrations: read, to check whether the schema fits. */
const MIGRATED = 'schema_migrations'

type AnyNeed = {
  readonly insert?: true
  readonly update?: true | readonly string[]
  readonly delete?: true
}

function privilegesOf([relation, need]: readonly [string, AnyNeed]): Privilege[] {
  const { insert, update, delete: deletes } = need
  const whole = (privilege: Privilege['privilege']): Privilege => ({
    ...{ relation, privilege, part: null },
  })
  const columns = update === true || update === undefined ? [] : update.map(columnOf)
  return [
    whole('SELECT'),
    ...(insert === true ? [whole('INSERT')] : []),
    ...(update === true ? [whole('UPDATE')] : []),
    ...columns.map((part) => ({ ...whole('UPDATE'), part })),
    ...(deletes === true ? [whole('DELETE')] : []),
  ]
}

export const NEEDED: readonly Privilege[] = [
  { relation: MIGRATED, privilege: 'SELECT', part: null },
  ...Object.entries(NEEDS).flatMap(privilegesOf),
]
