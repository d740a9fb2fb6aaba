import { approvalChecks } from './approval-checks.ts'
import type { WholeCheck } from './check.ts'
import { closingChecks } from './closing-checks.ts'
import { creditorChecks } from './creditor-checks.ts'
import { keyChecks } from './key-checks.ts'
import { staffChecks } from './staff-checks.ts'
import { storeChecks } from './store-checks.ts'
import { accountTallies } from './tally-checks.ts'
import { termsChecks } from './terms-checks.ts'

/** Enabled, before each row, on every UPDATE and DELETE: the bits 1, 2, 8 and 16 of `tgtype`. */
const appendOnly = (...tables: readonly string[]): string => `SELECT '' AS store_id,
    t.name AS order_id
  FROM (VALUES ${tables.map((table) => `('${table}')`).join(', ')}) t (name)
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
    WHERE g.tgrelid = t.name::regclass AND g.tgname = t.name || '_append_only'
      AND g.tgenabled IN ('O', 'A') AND g.tgtype & 27 = 27 AND g.tgqual IS NULL
      AND g.tgattr::text = ''
      AND p.prosrc ~ '^\\s*BEGIN\\s+RAISE EXCEPTION ')`

/** Triggers by name, each with the required bits of `tgtype`. */
const guards = (table: string, triggers: Readonly<Record<string, number>>): string =>
  `SELECT '' AS store_id, t.name AS order_id FROM (VALUES
    ${Object.entries(triggers).map(([name, type]) => `('${name}', ${type})`)}) t (name, type)
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
    WHERE g.tgrelid = '${table}'::regclass AND g.tgname = t.name
      AND g.tgenabled IN ('O', 'A') AND g.tgtype & 27 = t.type AND g.tgattr::text = ''
      AND p.prosrc ~ '^\\s*BEGIN\\s+RAISE EXCEPTION ')`

/** No event is deleted, and none changes except for its position, once. */
const EVENTS_APPEND_ONLY = guards('events', { events_append_only: 11, events_placed_once: 19 })

/** No review is deleted, and none changes except that its note is erased. */
const REVIEWS_APPEND_ONLY = guards('decision_reviews', {
  decision_reviews_append_only: 11,
  decision_reviews_note_only: 19,
})

/**
 * No version of terms is deleted, and none changes except that a future one is recorded or
 * withdrawn.
 */
const TERMS_APPEND_ONLY = guards('store_terms', {
  store_terms_append_only: 11,
  store_terms_ended_once: 19,
})
/** No payout is deleted, and none changes except that a waiting one moves on. */
const PAYOUTS_APPEND_ONLY = guards('payouts', { payouts_append_only: 11, payouts_move_on: 19 })
/** No bank account is deleted, and none changes except that it is encrypted again. */
const ACCOUNTS_APPEND_ONLY = guards('bank_accounts', {
  bank_accounts_append_only: 11,
  bank_accounts_stay: 19,
})
/** No document is deleted, and none changes except that it is erased, once. */
const DOCUMENTS_APPEND_ONLY = guards('documents', {
  documents_append_only: 11,
  documents_erased_only: 19,
})

const KEYLESS = `SELECT k.store_id, k.id AS order_id FROM api_keys k
  WHERE NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = k.store_id)`

/** Found by the index on the lines of an order. */
const ORDERLESS = `SELECT s.id AS store_id, '' AS order_id FROM stores s WHERE EXISTS (
    SELECT 1 FROM settlement_lines l
    WHERE l.store_id = s.id AND l.order_id IS NULL AND l.type <> 'payout')`

/** No action is deleted, by any statement, and none changes except for its position, once. */
const ACTIONS_APPEND_ONLY = guards('actions', { actions_append_only: 10, actions_placed_once: 19 })

/** The time of their application tells the auditor which rows are older than a migration. */
const MIGRATIONS = `SELECT '' AS store_id, m.name AS order_id FROM (
    SELECT m.*, lag(m.number, 1, 0) OVER w AS before, lag(m.applied_at) OVER w AS earlier
    FROM schema_migrations m WINDOW w AS (ORDER BY m.number)) m
  WHERE m.number <> m.before + 1 OR m.applied_at < m.earlier
    OR m.applied_at > now() + interval '1 day' OR left(m.name, 4) <> lpad(m.number::text, 4, '0')`

const CALENDARLESS = `SELECT s.id AS store_id, '' AS order_id FROM stores s WHERE (
    SELECT count(*) FROM payout_calendars c WHERE c.store_id = s.id) <> 2`

export const actionWholeChecks: readonly WholeCheck[] = [
  { invariant: 'A12', title: 'the log of actions refuses changes', query: ACTIONS_APPEND_ONLY },
  { invariant: 'L1', title: 'seals of actions refuse changes', query: appendOnly('action_seals') },
]

export const wholeChecks: readonly WholeCheck[] = [
  ...staffChecks,
  ...storeChecks,
  ...termsChecks,
  ...creditorChecks,
  ...approvalChecks,
  ...closingChecks,
  ...accountTallies,
  ...keyChecks,
  {
    invariant: 'A1',
    title: 'ledger and settlement lines refuse changes',
    query: appendOnly(
      ...['ledger_entries', 'ledger_postings', 'settlement_lines'],
      ...['store_entries', 'store_postings'],
    ),
  },
  { invariant: 'A1', title: 'payouts refuse changes but their moves', query: PAYOUTS_APPEND_ONLY },
  { invariant: 'L15', title: 'bank accounts refuse changes', query: ACCOUNTS_APPEND_ONLY },
  {
    invariant: 'A7',
    title: 'settlements and reductions of debts refuse changes',
    query: appendOnly('allocations', 'reductions'),
  },
  { invariant: 'A13', title: 'seals refuse changes', query: appendOnly('seals') },
  { invariant: 'D1', title: 'documents refuse changes', query: DOCUMENTS_APPEND_ONLY },
  { invariant: 'A12', title: 'events refuse changes', query: EVENTS_APPEND_ONLY },
  { invariant: 'A4', title: 'decisions refuse changes', query: appendOnly('decisions') },
  {
    invariant: 'L9',
    title: 'policies of exposure refuse changes',
    query: appendOnly('exposure_policies'),
  },
  { invariant: 'L10', title: 'states of stores refuse changes', query: appendOnly('store_states') },
  { invariant: 'L6', title: 'versions of terms refuse changes', query: TERMS_APPEND_ONLY },
  { invariant: 'L6', title: 'creditors refuse changes', query: appendOnly('creditors') },
  { invariant: 'L12', title: 'closings refuse changes', query: appendOnly('closings') },
  { invariant: 'A4', title: 'reviews of decisions refuse changes', query: REVIEWS_APPEND_ONLY },
  ...actionWholeChecks,
  { invariant: 'A14', title: 'migrations were applied one after the other', query: MIGRATIONS },
  { invariant: 'A9', title: 'a store has a calendar for each mode', query: CALENDARLESS },
  { invariant: 'A9', title: 'a line of no order is a payout', query: ORDERLESS },
  { invariant: 'A14', title: 'a key belongs to a store', query: KEYLESS },
]
