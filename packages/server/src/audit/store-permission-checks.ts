/**
 * Whether an actor for a store had the permission (L3, decision 0164): people by their role there
 * at that time, keys by scope, mode and end. Typed from the specification, not taken from the code.
 * A condition on the action `a`.
 */

type Allowed = {
  /** The scope with which a private key of the store can do it; null: no key can. */
  readonly scope: string | null
  /** Owners always may. */
  readonly operators?: true
}

const TRADE: Allowed = { scope: 'orders:write', operators: true }
const MESSAGES: Allowed = { scope: 'settings:write', operators: true }
const SETTINGS: Allowed = { scope: 'settings:write' }
const CAMPAIGNS: Allowed = { scope: 'campaigns:write' }
const KEYS: Allowed = { scope: 'keys:write' }
/** In the sandbox and in a demo a store acts as the lender, too. */
const AS_LENDER: Allowed = { scope: 'orders:write' }
const MEMBERS: Allowed = { scope: null }

const ALLOWED: Readonly<Record<string, Allowed>> = {
  ...{ 'order.capture': TRADE, 'order.void': TRADE, 'order.edit': TRADE, 'order.cancel': TRADE },
  ...{ 'order.refund': { scope: 'refunds:write', operators: true }, 'order.keep_history': TRADE },
  ...{ 'notification.replay': TRADE, 'delivery.replay': MESSAGES, 'delivery.recover': MESSAGES },
  ...{ 'delivery.send_example': MESSAGES, 'webhook.create': MESSAGES, 'webhook.change': MESSAGES },
  ...{ 'webhook.rotate': MESSAGES, 'webhook.delete': MESSAGES, 'settings.change': SETTINGS },
  ...{ 'notification_secret.rotate': SETTINGS, 'test_clock.set': SETTINGS },
  ...{ 'terms.change': SETTINGS, 'bank_account.name': SETTINGS, 'payout.create': SETTINGS },
  ...{ 'campaign.create': CAMPAIGNS, 'campaign.change': CAMPAIGNS, 'campaign.delete': CAMPAIGNS },
  ...{ 'campaign.add_articles': CAMPAIGNS, 'campaign.remove_articles': CAMPAIGNS },
  ...{ 'api_key.create': KEYS, 'api_key.rotate': KEYS, 'api_key.revoke': KEYS },
  ...{ 'decision.review': AS_LENDER, 'loan.pay': AS_LENDER, 'loan.repay_early': AS_LENDER },
  ...{ 'loan.withdraw': AS_LENDER, 'loan.charge_back': AS_LENDER },
  ...{ 'staff.invite': MEMBERS, 'staff.change': MEMBERS },
}

const entries = Object.entries(ALLOWED)
const names = (of: (allowed: Allowed) => boolean): string =>
  entries
    .filter(([, allowed]) => of(allowed))
    .map(([action]) => `'${action}'`)
    .join(', ')
const SCOPES = [...new Set(entries.flatMap(([, { scope }]) => (scope === null ? [] : [scope])))]
const SCOPE = `CASE ${SCOPES.map(
  (scope) => `WHEN a.action IN (${names((each) => each.scope === scope)}) THEN '${scope}'`,
).join(' ')} END`

/** How long a request may have been in progress when a membership or a key ended. */
const UNDER_WAY = `interval '10 s'`

export const NOT_PERMITTED_IN_STORE = `CASE
  WHEN a.outcome <> 'done' OR a.store_id IS NULL THEN false
  WHEN a.action NOT IN (${names(() => true)}) THEN false
  WHEN a.principal_kind = 'store_person' THEN NOT EXISTS (SELECT 1 FROM store_members m
    WHERE m.store_id = a.store_id AND m.staff_id = a.principal_id AND m.held_from <= a.at
      AND coalesce(m.held_until >= a.at - ${UNDER_WAY}, true)
      AND (m.role = 'store_owner' OR m.role = 'store_operator'
        AND a.action IN (${names(({ operators }) => operators === true)})))
  WHEN a.principal_kind = 'store_key' THEN NOT EXISTS (SELECT 1 FROM api_keys k
    WHERE k.store_id = a.store_id AND k.id = a.key_id AND ${SCOPE} = ANY (k.scopes)
      AND coalesce(k.expires_at >= a.at - ${UNDER_WAY}, true)
      AND coalesce(k.revoked_at >= a.at - ${UNDER_WAY}, true)
      AND coalesce(k.mode = a.mode, true))
  ELSE false END`
