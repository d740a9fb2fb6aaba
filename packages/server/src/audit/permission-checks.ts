/**
 * Whether the lender's actors were permitted to act (L3, decision 0144), by the table of the
 * specification, not of the code, and the roles of that time; and whether a second person approved
 * actions that need two (L5). Each is a condition on the action `a`.
 */

type Allowed = {
  /** The roles of a person one of which suffices. */
  readonly roles: readonly string[]
  /** The scope with which a lender key can do it. Absent: no key can. */
  readonly scope?: string
}

const [SUPPORT, COLLECTIONS, RISK, FINANCE] = ['support', 'collections', 'risk', 'finance'] as const
const [ADMIN, AUDITOR] = ['admin', 'auditor'] as const
const EVERYBODY = [SUPPORT, COLLECTIONS, RISK, FINANCE, ADMIN, AUDITOR]

const READ_PEOPLE: Allowed = {
  ...{ roles: [SUPPORT, COLLECTIONS, RISK, FINANCE, AUDITOR], scope: 'people:read' },
}
const REVEAL: Allowed = { roles: [SUPPORT, COLLECTIONS, RISK, AUDITOR], scope: 'people:reveal' }
const READ_LOANS: Allowed = { roles: EVERYBODY, scope: 'loans:read' }
const NOTE: Allowed = { roles: [SUPPORT, COLLECTIONS, RISK, FINANCE], scope: 'notes:write' }
const MONEY: Allowed = { roles: [COLLECTIONS, FINANCE], scope: 'loans:write' }
const END: Allowed = { roles: [SUPPORT, COLLECTIONS, FINANCE], scope: 'loans:write' }
const WRITE_OFF: Allowed = { roles: [COLLECTIONS, FINANCE] }
const ONLY_RISK: Allowed = { roles: [RISK] }
const STORES: Allowed = { roles: [ADMIN], scope: 'stores:write' }
const TERMS: Allowed = { roles: [RISK, FINANCE], scope: 'terms:write' }
const PAY: Allowed = { roles: [FINANCE] }
const ONLY_ADMIN: Allowed = { roles: [ADMIN] }
const HOOKS: Allowed = { roles: [ADMIN], scope: 'webhooks:write' }
const SEND: Allowed = { roles: [SUPPORT, ADMIN], scope: 'webhooks:write' }

const ALLOWED: Readonly<Record<string, Allowed>> = {
  ...{ 'person.search': READ_PEOPLE, 'person.read': READ_PEOPLE },
  ...{ 'person.reveal': REVEAL, 'person.export': REVEAL },
  ...{ 'order.read': READ_LOANS, 'loan.read': READ_LOANS },
  'list.export': { roles: [COLLECTIONS, RISK, FINANCE, AUDITOR], scope: 'exports:write' },
  ...{ 'loan.note': NOTE, 'loan.promise': NOTE, 'loan.pay': MONEY, 'loan.charge_back': MONEY },
  ...{ 'loan.repay_early': END, 'loan.withdraw': END },
  'loan.waive': { roles: [SUPPORT, COLLECTIONS, FINANCE] },
  'loan.return_credit': { roles: [FINANCE], scope: 'loans:write' },
  ...{ 'loan.write_off': WRITE_OFF, 'loan.undo_write_off': WRITE_OFF },
  ...{ 'decision.review': ONLY_RISK, 'exposure_policy.change': ONLY_RISK },
  'person.block': { roles: [RISK], scope: 'risk:write' },
  ...{ 'person.unblock': ONLY_RISK, 'person.merge': ONLY_RISK, 'person.split': ONLY_RISK },
  'person.erase': ONLY_RISK,
  ...{ 'store.create': STORES, 'store.activate': STORES, 'store.change': STORES },
  'store.suspend': { roles: [RISK, ADMIN], scope: 'stores:write' },
  'store.resume': { roles: [RISK, ADMIN] },
  ...{ 'terms.change': TERMS, 'terms.withdraw': TERMS },
  ...{ 'creditor.create': TERMS, 'creditor.change': TERMS },
  'payout.hold': { roles: [RISK, FINANCE], scope: 'payouts:hold' },
  ...{ 'payout.create': PAY, 'payout.propose': PAY, 'payout.release': PAY, 'payout.pay': PAY },
  ...{ 'notification.replay': SEND, 'delivery.replay': SEND, 'delivery.recover': SEND },
  ...{ 'staff.invite': ONLY_ADMIN, 'staff.change': ONLY_ADMIN, 'staff.disable': ONLY_ADMIN },
  ...{ 'staff.recover': ONLY_ADMIN, 'lender_key.create': ONLY_ADMIN },
  ...{ 'lender_key.rotate': ONLY_ADMIN, 'lender_key.revoke': ONLY_ADMIN },
  ...{ 'approval_policy.change': ONLY_ADMIN, 'bank_account.name': { roles: [FINANCE] } },
  ...{ 'lender_webhook.create': HOOKS, 'lender_webhook.change': HOOKS },
  ...{ 'lender_webhook.rotate': HOOKS, 'lender_webhook.delete': HOOKS },
  ...{ 'job.pause': ONLY_ADMIN, 'job.resume': ONLY_ADMIN, 'job.run': ONLY_ADMIN },
}

/** How long a request may have been in progress when a role or a key ended. */
const UNDER_WAY = `interval '10 s'`
const rows = (of: (allowed: Allowed) => readonly string[]): string =>
  Object.entries(ALLOWED)
    .flatMap(([action, allowed]) => of(allowed).map((each) => `('${action}', '${each}')`))
    .join(', ')
const ROLES = rows(({ roles }) => roles)
const SCOPES = rows(({ scope }) => (scope === undefined ? [] : [scope]))
const NAMES = Object.keys(ALLOWED)
  .map((name) => `'${name}'`)
  .join(', ')

export const NOT_PERMITTED = `CASE
  WHEN a.outcome <> 'done' OR a.action NOT IN (${NAMES}) THEN false
  WHEN a.principal_kind = 'lender_person' THEN NOT EXISTS (SELECT 1 FROM staff_roles r
      JOIN (VALUES ${ROLES}) AS may (action, role) ON may.role = ANY (r.roles)
    WHERE r.staff_id = a.principal_id AND may.action = a.action AND r.held_from <= a.at
      AND coalesce(r.held_until >= a.at - ${UNDER_WAY}, true))
  WHEN a.principal_kind = 'lender_key' THEN NOT EXISTS (SELECT 1 FROM lender_keys k
      JOIN (VALUES ${SCOPES}) AS may (action, scope) ON may.scope = ANY (k.scopes)
    WHERE k.id = a.key_id AND may.action = a.action AND k.created_at <= a.at
      AND k.expires_at >= a.at - ${UNDER_WAY}
      AND coalesce(k.revoked_at >= a.at - ${UNDER_WAY}, true)
      AND k.mode = coalesce(a.mode, k.mode))
  ELSE false END`

/** The approvals that cover an action. */
const TWO_IN_LIVE: Readonly<Record<string, string>> = {
  ...{ 'loan.write_off': 'write_off', 'loan.undo_write_off': 'write_off_undo' },
  ...{ 'payout.create': 'payout_release', 'payout.release': 'payout_release' },
  ...{ 'store.resume': 'store_resume', 'person.erase': 'person_erase' },
  ...{ 'approval_policy.change': 'approval_policy', 'bank_account.name': 'bank_account' },
  ...{ 'creditor.create': 'terms', 'creditor.change': 'terms' },
}
/** In no mode: people, keys and the exposure policy. */
const TWO_ALWAYS: Readonly<Record<string, string>> = {
  ...{ 'staff.invite': 'staff', 'staff.change': 'roles', 'staff.recover': 'factors_reset' },
  ...{ 'lender_key.create': 'lender_key', 'lender_key.rotate': 'lender_key' },
  'exposure_policy.change': 'policy',
}
/** A policy may permit one person to do it. */
const TWO_UNLESS_SAID: Readonly<Record<string, string>> = {
  ...{ 'person.unblock': 'person_unblock', 'person.merge': 'person_merge' },
  ...{ 'person.split': 'person_split', 'store.activate': 'store_activate' },
  'store.change': 'store_change',
}
const COVERED = Object.entries({ ...TWO_IN_LIVE, ...TWO_ALWAYS, ...TWO_UNLESS_SAID })
  .map(([action, approval]) => `('${action}', '${approval}')`)
  .join(', ')
const among = (of: Readonly<Record<string, string>>): string =>
  `a.action IN (${Object.keys(of).map((each) => `'${each}'`)})`

/** How long an action that counts administrators may have begun before the second was one. */
const WAITED = `interval '1 minute'`
const WHEN = `a.at - ${WAITED}`
/** By present rows: an administrator who has lost their factors since is not counted. */
const TWO_ADMINS = `(SELECT count(*) FROM (SELECT p.id FROM staff p
  WHERE EXISTS (SELECT 1 FROM staff_roles r WHERE r.staff_id = p.id AND 'admin' = ANY (r.roles)
      AND r.held_from < ${WHEN})
    AND (EXISTS (SELECT 1 FROM passkeys k WHERE k.staff_id = p.id AND k.created_at < ${WHEN})
      OR EXISTS (SELECT 1 FROM passwords w JOIN totp_secrets t ON t.staff_id = w.staff_id
        WHERE w.staff_id = p.id AND t.created_at < ${WHEN} AND w.changed_at < ${WHEN})
      OR EXISTS (SELECT 1 FROM staff_links l WHERE l.staff_id = p.id AND l.kind = 'recover'
        AND l.created_at < ${WHEN})
      OR p.subject IS NOT NULL AND EXISTS (SELECT 1 FROM sessions s
        WHERE s.staff_id = p.id AND s.kind = 'full' AND s.created_at < ${WHEN}))
  LIMIT 2) two) = 2`

const SAID = `EXISTS (SELECT 1 FROM approval_policies q
    CROSS JOIN LATERAL jsonb_array_elements(q.rules) rule
    JOIN (VALUES ${COVERED}) AS c (action, approval) ON c.approval = rule ->> 'action'
  WHERE c.action = a.action AND q.created_at <= a.at + ${WAITED})`
/** An object requested before it has an id, or a version, is found by its approval only. */
const UNNAMED = `a.action IN ('lender_key.create', 'exposure_policy.change')`
const APPROVED = `EXISTS (SELECT 1 FROM approvals p
    JOIN (VALUES ${COVERED}) AS c (action, approval) ON c.approval = p.action
  WHERE p.id = a.approval_id AND c.action = a.action AND p.status = 'executed'
    AND p.checker_id = a.principal_id AND p.maker_id = a.on_behalf
    AND (p.object_kind <> a.object_kind OR p.object_id = a.object_id OR ${UNNAMED}))`

/** Stores' staff, and people whose roles come from a provider, need no administrators. */
export const ALONE = `CASE
  WHEN a.outcome <> 'done' OR a.principal_kind NOT IN ('lender_person', 'lender_key') THEN false
  WHEN ${among(TWO_ALWAYS)} THEN a.store_id IS NULL AND ${TWO_ADMINS} AND NOT ${APPROVED}
  WHEN a.mode = 'live' AND ${among(TWO_IN_LIVE)} THEN NOT ${APPROVED}
  WHEN a.mode = 'live' AND ${among(TWO_UNLESS_SAID)} THEN NOT ${SAID} AND NOT ${APPROVED}
  ELSE false END`
