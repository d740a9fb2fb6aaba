/**
 * The log of actions (decision 0063): the author exists, the action is in the log's own list, and
 * each key is as the log says. Instead of an order a finding names the object, or the action.
 */
import { OF_NOTHING } from './action-objects.ts'
import { ROWS, type Sweep, sweep } from './check.ts'
import { NOT_WRITTEN } from './lender-checks.ts'
import { MONEY } from './money-actions.ts'
import { ALONE, NOT_PERMITTED } from './permission-checks.ts'
import { NOT_ALLOWED } from './store-checks.ts'
import { NOT_PERMITTED_IN_STORE } from './store-permission-checks.ts'

const DONE = [
  ...['log.begin', 'log.finish', 'checkout.create', 'checkout.save_buyer', 'checkout.authorise'],
  ...['checkout.sign'],
  ...['checkout.settle_challenge', 'checkout.release_holds', 'checkout.dismiss'],
  ...['checkout.expire', 'order.confirm', 'order.reject', 'order.warn', 'order.capture'],
  ...['order.void', 'order.refund', 'order.cancel', 'order.edit', 'order.keep_history'],
  ...['order.announce_lapse', 'order.lapse', 'decision.review'],
  ...['person.merge', 'person.split', 'webhook.create', 'webhook.change', 'webhook.rotate'],
  ...['loan.pay', 'loan.repay_early', 'loan.withdraw', 'loan.charge_back', 'loan.collect'],
  ...['loan.note', 'loan.promise', 'payout.propose', 'payout.hold', 'person.erase', ...MONEY],
  ...['payment.settle', 'payout.create', 'campaign.create', 'campaign.change', 'campaign.delete'],
  ...['campaign.add_articles', 'campaign.remove_articles', 'notification.replay'],
  ...['delivery.replay', 'delivery.recover', 'delivery.send_example', 'test_clock.set'],
  ...['api_key.report_exposure', 'api_key.report_unused', 'approval.announce_expiry'],
  ...['bank_account.name', 'creditor.create', 'creditor.change'],
  ...['store.create', 'settings.change', 'notification_secret.rotate', 'secrets.rekey'],
  ...['store.activate', 'store.suspend', 'store.resume', 'store.close', 'store.change'],
  ...['approval.request', 'approval.execute', 'approval.decline', 'approval.withdraw'],
  ...['approval.expire', 'approval.fail', 'approval.read_answer', 'approval_policy.change'],
  ...['exposure_policy.change', 'person.search', 'person.reveal', 'person.block'],
  ...['person.export', 'person.unblock', 'person.read', 'order.read', 'loan.read', 'list.export'],
  ...['api_key.create', 'api_key.rotate', 'api_key.revoke', 'job.pause', 'job.resume', 'job.run'],
  ...['job.fail'],
  ...['lender_key.create', 'lender_key.rotate', 'lender_key.revoke', 'terms.change'],
  ...['terms.withdraw', 'terms.begin', 'recovery_code.use', 'link.make', 'link.use'],
  ...['session.start', 'session.step_up', 'session.end', 'factor.add', 'factor.remove'],
  ...['staff.invite', 'staff.change', 'staff.disable', 'staff.recover', 'webhook.delete'],
  ...['view.save', 'view.remove'],
  ...['create', 'change', 'rotate', 'delete', 'disable'].map((verb) => `lender_webhook.${verb}`),
]

/** Ids begin with the second of their creation. */
const MADE = `('x' || left(a.id, 8))::bit(32)::bigint`
/** A refusal is written with others of its minute, after its answer. */
const SECONDS_MAX = 300
/** Reads are recorded once per quarter of an hour, under the id of its beginning. */
const READ_SECONDS_MAX = 1_200

const among = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

const SHA256 = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
const MICROS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
/** For a column that is not null: its name, the length of its text, and the text. */
const said = (column: string, text = `a.${column}::text`): string =>
  `coalesce('${column}:' || octet_length(${text}) || ':' || ${text} || '|', '')`
/** All members of an action, in the order in which they are hashed. */
export const ACTION_SAID = [
  ...['id', 'store_id', 'mode'].map((column) => said(column)),
  said('at', `to_char(a.at AT TIME ZONE 'UTC', ${MICROS})`),
  ...['principal_kind', 'principal_id', 'principal_name', 'key_id', 'request_id', 'address'].map(
    (column) => said(column),
  ),
  ...['agent', 'route', 'action', 'object_kind', 'object_id', 'outcome', 'refusal'].map((column) =>
    said(column),
  ),
  ...['changes', 'count', 'person_id', 'session_id', 'approval_id', 'on_behalf'].map((column) =>
    said(column),
  ),
  ...['reason_code', 'reason_note', 'entry_sequence', 'after_hash'].map((column) => said(column)),
].join(' || ')

/** Actions of no mode are in the chain of live mode. */
const CHAIN = (alias: string): string => `coalesce(${alias}.mode, 'live')`
/** A counted refusal is written a minute after it happened. */
const UNPLACED_MAX = `interval '2 minutes'`

const FACTS = `SELECT a.*, coalesce(a.object_id, a.id) AS order_id,
    coalesce(a.content_hash <> ${SHA256(ACTION_SAID)}, a.place IS NOT NULL)
      OR coalesce(a.hash <> ${SHA256('a.previous_hash || a.content_hash')}, false)
      OR num_nulls(a.place, a.previous_hash, a.hash) NOT IN (0, 3)
      AS rewritten,
    CASE WHEN a.place = 1 THEN a.previous_hash = '' WHEN a.place IS NOT NULL THEN (
        SELECT p.hash = a.previous_hash FROM actions p
        WHERE ${CHAIN('p')} = ${CHAIN('a')} AND p.place = a.place - 1)
      ELSE true END IS NOT TRUE OR coalesce(a.place > (SELECT c.place FROM action_chains c
        WHERE c.mode = ${CHAIN('a')}), a.place IS NOT NULL) AS unchained,
    coalesce(a.place IS NULL AND a.at < (SELECT max(c.sealed_at) FROM action_chains c)
      - ${UNPLACED_MAX}, false) AS waiting,
    CASE WHEN a.outcome <> 'done' THEN num_nonnulls(a.entry_sequence, a.after_hash) > 0
      WHEN a.after_hash IS NULL THEN a.entry_sequence IS NOT NULL OR a.action IN (${among(MONEY)})
      WHEN a.object_kind = 'payout' THEN NOT EXISTS (SELECT 1 FROM store_entries n
        WHERE n.store_id = a.store_id AND n.sandbox = (a.mode = 'sandbox')
          AND n.sequence = a.entry_sequence AND (n.hash, n.action_id) = (a.after_hash, a.id))
      ELSE NOT EXISTS (SELECT 1 FROM ledger_entries n
        WHERE n.store_id = a.store_id AND n.order_id = a.object_id
          AND n.sequence = a.entry_sequence AND (n.hash, n.action_id) = (a.after_hash, a.id))
      END AS entryless,
    a.store_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = a.store_id)
      AS storeless,
    (a.principal_kind IN ('store_key', 'lender_key')) <> (a.key_id IS NOT NULL)
      OR a.key_id IS NOT NULL AND (a.principal_id IS DISTINCT FROM a.key_id
        OR NOT CASE a.principal_kind WHEN 'lender_key'
          THEN EXISTS (SELECT 1 FROM lender_keys k WHERE k.id = a.key_id)
          ELSE EXISTS (SELECT 1 FROM api_keys k WHERE k.id = a.key_id
            AND k.store_id = coalesce(a.store_id, k.store_id)) END)
      OR a.principal_kind = 'lender_person' AND NOT EXISTS (SELECT 1 FROM staff_roles r
        WHERE r.staff_id = a.principal_id AND r.held_from <= a.at
          AND coalesce(r.held_until >= a.at, true))
      OR a.principal_kind = 'store_person' AND NOT EXISTS (SELECT 1 FROM store_members m
        WHERE m.staff_id = a.principal_id AND (a.store_id IS NULL OR m.store_id = a.store_id
          AND m.held_from <= a.at AND coalesce(m.held_until >= a.at - interval '10 s', true)))
      OR a.principal_kind = 'service' AND a.principal_id IS NOT NULL AS by_nobody,
    ${OF_NOTHING} AS of_nothing,
    ${NOT_WRITTEN} AS unwritten,
    ${NOT_ALLOWED} AS not_allowed,
    ${NOT_PERMITTED} AS not_permitted,
    ${NOT_PERMITTED_IN_STORE} AS not_permitted_in_store,
    ${ALONE} AS alone,
    a.action = 'person.reveal' AND (a.person_id IS DISTINCT FROM a.object_id
      OR a.reason_code IS NULL OR coalesce(length(a.reason_note), 0) < 5
      OR coalesce(jsonb_array_length(a.changes #> '{fields,new}'), 0) = 0) AS unexplained,
    a.id !~ '^[0-9a-f]{32}$' OR a.principal_kind <> 'service'
      AND abs(${MADE} - extract(epoch FROM a.at)) > CASE WHEN a.action LIKE '%.read'
        THEN ${READ_SECONDS_MAX} ELSE ${SECONDS_MAX} END AS misdated
  FROM batch a`

const actionSweep = sweep({
  table: 'actions',
  keys: ['id'],
  since: 'id',
  rows: ROWS,
  facts: FACTS,
  checks: [
    {
      invariant: 'A14',
      title: 'an action names its actor, and an object of its own store',
      broken: 'f.storeless OR f.by_nobody OR f.of_nothing',
    },
    {
      invariant: 'A12',
      title: 'an action was done and is a known one, or was refused with a reason',
      broken: `CASE f.outcome WHEN 'done' THEN f.action NOT IN (${among(DONE)})
          OR f.refusal IS NOT NULL OR f.count <> 1
        WHEN 'refused' THEN f.action NOT IN ('authentication.fail', 'factor.refuse')
          OR f.refusal IS NULL OR f.count < 1
        ELSE true END`,
    },
    {
      invariant: 'A12',
      title: 'an action is logged when it happens',
      broken: 'f.misdated',
    },
    {
      ...{ invariant: 'L10', broken: 'f.not_allowed' },
      title: 'nothing is signed, confirmed or captured while the lender has switched it off',
    },
    {
      invariant: 'L21',
      title: 'a reveal of personal data says of whom, what and why',
      broken: 'f.unexplained',
    },
    {
      ...{ invariant: 'L3', broken: 'f.not_permitted' },
      title: 'an actor for the lender had the permission at the time',
    },
    {
      ...{ invariant: 'L3', broken: 'f.not_permitted_in_store' },
      title: 'an actor for a store had the permission at the time',
    },
    {
      ...{ invariant: 'L5', broken: 'f.alone' },
      title: 'an act that takes two people was approved by a second one',
    },
    {
      invariant: 'L1',
      title: 'the hash of an action covers all of its values',
      broken: 'f.rewritten',
    },
    {
      invariant: 'L1',
      title: 'an action follows the one before it, without a gap',
      broken: 'f.unchained',
    },
    { invariant: 'L1', title: 'an action has its place within a minute', broken: 'f.waiting' },
    {
      invariant: 'L2',
      title: 'an action that moves money has its entry, with its hash',
      broken: 'f.entryless',
    },
    {
      invariant: 'L2',
      title: 'a row that an action says was written by hand exists',
      broken: 'f.unwritten',
    },
  ],
})

const chains = sweep({
  table: 'action_chains',
  keys: ['mode'],
  rows: ROWS,
  facts: `SELECT c.*, '' AS store_id, c.mode AS order_id,
      CASE WHEN c.place = 0 THEN c.hash = '' ELSE (SELECT a.hash = c.hash FROM actions a
        WHERE ${CHAIN('a')} = c.mode AND a.place = c.place) END IS NOT TRUE AS endless,
      CASE WHEN c.seal_number = 0 THEN (c.sealed_place, c.seal_hash) = (0, '')
        ELSE (SELECT (z.place, z.hash, z.created_at) = (c.sealed_place, c.seal_hash, c.sealed_at)
          FROM action_seals z WHERE z.mode = c.mode AND z.number = c.seal_number) END IS NOT TRUE
        OR EXISTS (SELECT 1 FROM action_seals z WHERE z.mode = c.mode
          AND z.number > c.seal_number) AS unsealed,
      coalesce(greatest(c.sealed_at, (SELECT a.at FROM actions a
          WHERE ${CHAIN('a')} = c.mode AND a.place = c.sealed_place + 1))
        < (SELECT max(n.sealed_at) FROM action_chains n) - interval '10 minutes'
        AND c.place > c.sealed_place, false) AS late
    FROM batch c`,
  checks: [
    { invariant: 'L1', title: 'a chain of actions ends with its last one', broken: 'f.endless' },
    {
      invariant: 'L1',
      title: 'a chain of actions names its last seal, and is sealed within ten minutes',
      broken: 'f.unsealed OR f.late',
    },
  ],
})

const seals = sweep({
  table: 'action_seals',
  keys: ['mode', 'number'],
  rows: ROWS,
  facts: `SELECT z.*, '' AS store_id, z.mode || ' seal ' || z.number AS order_id,
      z.hash <> ${SHA256(`concat_ws('|', z.previous_hash, z.mode, z.number, z.place, z.head,
        to_char(z.created_at AT TIME ZONE 'UTC', ${MICROS}))`)} AS rewritten,
      CASE WHEN z.number = 1 THEN z.previous_hash = '' ELSE (
        SELECT p.hash = z.previous_hash AND p.place < z.place FROM action_seals p
        WHERE p.mode = z.mode AND p.number = z.number - 1) END IS NOT TRUE AS unchained,
      (SELECT a.hash = z.head FROM actions a
        WHERE ${CHAIN('a')} = z.mode AND a.place = z.place) IS NOT TRUE AS uncovered
    FROM batch z`,
  checks: [
    {
      invariant: 'L1',
      title: 'a seal of actions is unchanged, and follows the one before it',
      broken: 'f.rewritten OR f.unchained',
    },
    {
      invariant: 'L1',
      title: 'the actions that a seal covers are present and unchanged',
      broken: 'f.uncovered',
    },
  ],
})

/** The chain of actions, whatever the rows of stores contain. */
export const actionSweeps: readonly Sweep[] = [actionSweep, chains, seals]
