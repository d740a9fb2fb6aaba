/** The tables of which the auditor does not find every row that is taken away or added. */
import type { Row } from '../platform/database/database.ts'
import { CODE_LEVEL } from '../platform/database/schema.ts'
import type { Reason } from './unseen-columns.ts'

export type Way = 'taken away' | 'added'

const ACTIONS = 'its chain comes with the action log of the lender; of a key the last one is missed'
const PERSONAL = 'personal data, which is corrected and erased'
const SETTING = 'a store makes and ends it at any time'
const LOG = 'what an attempt met outside: nothing here follows from it'
const OUTBOX = 'a message that tells of an event, which is sealed'
const ELSEWHERE = 'belongs to the payment provider, which the sandbox only stands for'
const CLOCK = 'the sandbox’s own time, moved at will'
const ANSWER = 'an answer kept for seven days: what it tells of is proven by the rows themselves'
const USE = 'noted for people, and nothing is decided by it'
const EMPTY: Reason = {
  reason: 'an account that has carried and paid nothing is as good as none',
  of: (row) => row.carried === 0 && row.paid_position === 0,
}
const EXAMPLE: Reason = {
  reason: 'an example that a store asked for is no event',
  of: (row) => row.position === null,
}
const WORK = 'when a worker looks again: early or late, the work decides by what it finds'

const NEWEST: Reason = {
  reason: 'without the newest one no audit begins: the database is older than the code',
  of: (row) => row.number === CODE_LEVEL,
}
const HELD: Reason = {
  reason: 'a hold on a card moves no money: only the provider knows of it',
  of: (row) => row.kind === 'authorisation',
}

const elsewhere = {
  buyers: PERSONAL,
  history_entries: PERSONAL,
  campaign_articles: SETTING,
  campaigns: SETTING,
  notifications: OUTBOX,
  sandbox_provider_cards: ELSEWHERE,
  sandbox_provider_requests: ELSEWHERE,
  store_logos: SETTING,
  test_clocks: CLOCK,
  idempotency_keys: ANSWER,
  actions: ACTIONS,
  webhook_attempts: LOG,
}

export const unseenRows: Readonly<Record<Way, Readonly<Record<string, Reason>>>> = {
  'taken away': {
    ...elsewhere,
    payment_methods: PERSONAL,
    notification_attempts: LOG,
    decision_reviews: USE,
    payout_accounts: EMPTY,
    schema_migrations: NEWEST,
    webhook_deliveries: EXAMPLE,
  },
  added: {
    ...elsewhere,
    heartbeats: WORK,
    payments: HELD,
    payout_accounts: EMPTY,
    webhook_deliveries: EXAMPLE,
  },
}

/** Why the row need not be missed, or noticed. */
export function reasonOfRow(way: Way, table: string, row: Row): string | undefined {
  const found = unseenRows[way][table]
  if (found === undefined || typeof found === 'string') return found
  return found.of(row) ? found.reason : undefined
}
