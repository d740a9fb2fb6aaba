/**
 * The accounts of stores (L15, decision 0150): each account has its action, in live mode two days
 * after two people had agreed on it, and each payout goes to the account in use. Instead of an
 * order a finding names the account, or the payout.
 */
import { ROWS, type Sweep, sweep } from './check.ts'

const WAIT = `interval '48 hours'`
/** How long its maker may have waited for others. */
const WAITED = `interval '1 minute'`
/** The service's format of a time: UTC, with microseconds. */
const said = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** A member of an account in the action `a`. */
const SAID = `a.changes #>> '{bank_account.iban,new}', a.changes #>> '{bank_account.holder,new}'`

/** SQL of whether an account set by the action `a` is missing. */
export const ACCOUNT_MISSING = `a.action IN ('bank_account.name', 'settings.change')
  AND a.changes ? 'bank_account.iban' AND NOT EXISTS (SELECT 1 FROM bank_accounts b
    WHERE b.store_id = a.store_id AND b.action_id = a.id)`

const accounts = sweep({
  table: 'bank_accounts',
  keys: ['store_id', 'id'],
  since: 'id',
  rows: ROWS,
  facts: `SELECT b.*, b.id AS order_id,
      (a.outcome = 'done' AND a.store_id = b.store_id AND (a.mode = 'sandbox') = b.sandbox
        AND (${SAID}) = (b.shown, b.holder) AND CASE a.action
          WHEN 'bank_account.name' THEN a.object_id = b.id
          ELSE a.action = 'settings.change' END) IS NOT TRUE AS undone,
      coalesce(a.action = 'bank_account.name', false) AND NOT b.sandbox AND NOT EXISTS (
        SELECT 1 FROM approvals p WHERE p.id = a.approval_id AND p.action = 'bank_account'
          AND p.status = 'executed' AND p.object_id = b.store_id) AS alone,
      coalesce(a.action = 'bank_account.name', false) AND NOT EXISTS (SELECT 1 FROM events e
        WHERE e.store_id = b.store_id AND e.sandbox = b.sandbox AND e.subject = b.id
          AND e.type = 'bank_account.changed' AND e.order_id IS NULL
          AND (e.data #>> '{bank_account,iban}', e.data #>> '{bank_account,holder}',
            e.data #>> '{bank_account,effective_from}')
            = (b.shown, b.holder, ${said('b.effective_from')})) AS unannounced,
      CASE WHEN b.sandbox THEN b.effective_from <> b.created_at
        ELSE b.effective_from <> b.created_at + ${WAIT}
          OR coalesce(abs(extract(epoch FROM b.created_at - a.at)) > extract(epoch FROM ${WAITED}),
            false) END AS misdated,
      b.version > 1 AND NOT EXISTS (SELECT 1 FROM bank_accounts x WHERE x.store_id = b.store_id
        AND x.sandbox = b.sandbox AND x.version = b.version - 1
        AND x.created_at <= b.created_at) AS gap
    FROM batch b LEFT JOIN LATERAL (SELECT * FROM actions x WHERE x.id = b.action_id LIMIT 1) a
      ON true`,
  checks: [
    {
      invariant: 'L2',
      title: 'a bank account was named by its action',
      broken: 'f.undone',
    },
    {
      invariant: 'L5',
      title: 'a bank account of live mode was named by the lender with an approval',
      broken: 'f.alone',
    },
    {
      invariant: 'A12',
      title: 'a bank account that the lender approved has its event',
      broken: 'f.unannounced',
    },
    {
      invariant: 'L15',
      title: 'a bank account is used 48 hours after it was named, in the sandbox immediately',
      broken: 'f.misdated',
    },
    { invariant: 'L15', title: 'bank accounts follow each other without a gap', broken: 'f.gap' },
  ],
})

const BOOKED_AT = 'coalesce(p.paid_at, p.created_at)'
/** SQL of whether an account was replaced before it was ever used. */
const superseded = (row: string): string => `EXISTS (SELECT 1 FROM bank_accounts z
  WHERE z.store_id = ${row}.store_id AND z.sandbox = ${row}.sandbox AND z.version > ${row}.version
    AND z.created_at < ${row}.effective_from)`

const facts = `SELECT p.*, p.id AS order_id,
    p.bank_account_id IS NOT NULL AND NOT coalesce(b.sandbox = p.sandbox
      AND b.effective_from <= ${BOOKED_AT} AND NOT ${superseded('b')}
      AND NOT EXISTS (SELECT 1 FROM bank_accounts n WHERE n.store_id = b.store_id
        AND n.sandbox = b.sandbox AND n.version > b.version AND n.effective_from < ${BOOKED_AT}
        AND NOT ${superseded('n')}), false) AS misdirected,
    p.bank_account_id IS NOT NULL AND NOT p.sandbox
      AND (b.created_at <= ${BOOKED_AT} - ${WAIT}) IS NOT TRUE AS young,
    p.status = 'paid' AND coalesce((SELECT ROW(${SAID}) IS DISTINCT FROM ROW(b.shown, b.holder)
      FROM actions a WHERE (a.object_kind, a.object_id) = ('payout', p.id) AND a.outcome = 'done'
        AND a.store_id = p.store_id
        AND a.action IN ('payout.create', 'payout.pay', 'payout.release') LIMIT 1),
      p.bank_account_id IS NOT NULL) AS unsaid
  FROM batch p LEFT JOIN LATERAL (SELECT * FROM bank_accounts x
    WHERE x.store_id = p.store_id AND x.id = p.bank_account_id) b ON true`

const paidTo = (where: string, since: 'id' | 'all'): Sweep =>
  sweep({
    ...{ table: 'payouts', keys: ['store_id', 'id'], rows: ROWS, where, since, facts },
    checks: [
      {
        invariant: 'L15',
        title: 'a payout went to the bank account that was in use',
        broken: 'f.misdirected',
      },
      {
        invariant: 'L15',
        title: 'no payout of live mode went to a bank account younger than 48 hours',
        broken: 'f.young',
      },
      {
        invariant: 'L15',
        title: 'a payout went where its action says',
        broken: 'f.unsaid',
      },
    ],
  })

export const bankAccountSweeps: readonly Sweep[] = [
  accounts,
  // Pending ones change later: an audit from a checkpoint reads all of them.
  paidTo('payable_at IS NULL', 'id'),
  paidTo('payable_at IS NOT NULL', 'all'),
]
