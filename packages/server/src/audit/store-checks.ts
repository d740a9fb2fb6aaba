/**
 * The states of stores (L10, decision 0117): few rows, compared as a whole. Instead of an order a
 * finding names the mode.
 */
import type { WholeCheck } from './check.ts'

const MODE = `CASE WHEN s.sandbox THEN 'sandbox' ELSE 'live' END`
const SWITCHES = ['new_credit', 'captures', 'payouts']

/** Each with its predecessor; before the first one a store is active, or there was none. */
const MOVES = `SELECT s.*, ${MODE} AS order_id, a.action, a.at, a.changes,
    coalesce(lag(s.version) OVER w, 0) AS version_before,
    coalesce(lag(s.state) OVER w, 'active') AS state_before,
    ${SWITCHES.map((each) => `coalesce(lag(s.${each}) OVER w, true) AS ${each}_before`).join(', ')},
    lag(s.created_at) OVER w AS before, lag(s.store_at) OVER w AS store_before,
    (a.outcome, a.object_kind, a.object_id, a.store_id) = ('done', 'store', s.store_id, s.store_id)
      AND (a.action = 'store.create' OR a.mode = ${MODE})
      AS of_action
  FROM store_states s LEFT JOIN actions a ON a.id = s.action_id
  WINDOW w AS (PARTITION BY s.store_id, s.sandbox ORDER BY s.version)`

/** One person alone can only switch things off (decision 0159). */
const TAKES_AWAY = SWITCHES.map((each) => `m.${each} <= m.${each}_before`).join(' AND ')

const LEGAL = `CASE m.action WHEN 'store.create' THEN m.version = 1 AND m.state = 'onboarding'
  WHEN 'store.activate' THEN (m.state_before, m.state) = ('onboarding', 'active')
  WHEN 'store.suspend' THEN m.state_before IN ('active', 'suspended') AND m.state = 'suspended'
    AND ${TAKES_AWAY}
  WHEN 'store.resume' THEN (m.state_before, m.state) = ('suspended', 'active')
  WHEN 'store.close' THEN (m.state_before, m.state) IN (('onboarding', 'closed'),
    ('active', 'closing'), ('suspended', 'closing'), ('closing', 'closed')) AND ${TAKES_AWAY} END`

/** As in the action, otherwise as before. */
const SAID = ['state', ...SWITCHES]
  .map((each) => [`m.${each}::text`, `m.changes -> '${each}' ->> 'new'`, `m.${each}_before::text`])
  .map(([now, said, earlier]) => `${now} = coalesce(${said}, ${earlier})`)
  .join(' AND ')

export const storeChecks: readonly WholeCheck[] = [
  {
    invariant: 'L10',
    title: 'a store changes state step by step, each by an action of that time',
    query: `SELECT m.store_id, m.order_id FROM (${MOVES}) m
      WHERE m.version <> m.version_before + 1 OR m.of_action IS NOT TRUE
        OR m.at IS DISTINCT FROM m.created_at OR m.before > m.created_at
        OR m.store_before > m.store_at OR (${LEGAL}) IS NOT TRUE OR (${SAID}) IS NOT TRUE`,
  },
  {
    invariant: 'L10',
    title: 'a change of what a store may do left its state',
    query: `SELECT a.store_id, a.mode AS order_id FROM actions a
      WHERE a.object_kind = 'store' AND a.outcome = 'done'
        AND (a.action IN ('store.activate', 'store.suspend', 'store.resume', 'store.close')
          OR a.action = 'store.create' AND a.changes ? 'state')
        AND NOT EXISTS (SELECT 1 FROM store_states s
          WHERE s.store_id = a.store_id AND s.action_id = a.id)`,
  },
]

/** How long a request may have waited for a change that permitted it. */
const WAITED = `interval '1 minute'`
const STATES = `FROM store_states s WHERE s.store_id = a.store_id
  AND s.sandbox = (a.mode IS NOT DISTINCT FROM 'sandbox')`
const notAllowed = (power: string): string => `coalesce((SELECT NOT s.${power} ${STATES}
    AND s.created_at < a.at ORDER BY s.version DESC LIMIT 1), false)
  AND NOT EXISTS (SELECT 1 ${STATES} AND s.${power}
    AND s.created_at BETWEEN a.at AND a.at + ${WAITED})`
/** For the action `a`: a permission that the lender had switched off. */
export const NOT_ALLOWED = `CASE WHEN a.outcome <> 'done' THEN false
  WHEN a.action IN ('checkout.create', 'checkout.sign') THEN ${notAllowed('new_credit')}
  WHEN a.action IN ('order.confirm', 'order.capture') THEN ${notAllowed('captures')}
  ELSE false END`
