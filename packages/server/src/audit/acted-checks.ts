/**
 * Every row refers to the action that wrote it (L2, decision 0110): one that succeeded, in the same
 * store and mode, on the same order or object. Rows from before the log began belong to its first
 * action.
 */
import { ROWS, type Sweep, sweep } from './check.ts'

const BEGIN = '00000000000000000000000000000000'
/** For a database without stores. */
const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** How long an earlier version may still write next to the one that keeps the log. */
const UPGRADE_MAX = `interval '1 day'`

/** These may end another order: that of an older checkout with the same store id. */
const REPLACING = `'checkout.create', 'order.edit', 'order.confirm'`

type Acted = {
  readonly table: string
  readonly keys: readonly string[]
  /** The object of the row `b`, which a finding also names. */
  readonly object: string
  /** A further condition on the row `b` and its action `a`. */
  readonly also?: string
  readonly sandbox?: string
  readonly where?: string
}

/**
 * Permitted next to the version that keeps the log, until `svc migrate --finish` (decision 0145).
 */
const UNTIL = `coalesce((SELECT max(x.at) FROM actions x
  WHERE (x.object_kind, x.object_id) = ('log', 'finish') AND x.action = 'log.finish'
    AND x.outcome = 'done' AND x.principal_kind = 'cli'), '-infinity')`
/** A store with a test clock has its own time. */
const WRITTEN_LATE = `b.created_at > g.at + ${UPGRADE_MAX} AND b.created_at > ${UNTIL}
  AND NOT EXISTS (SELECT 1 FROM test_clocks t WHERE t.store_id = b.store_id)`

const ownColumns = (keys: readonly string[]): string =>
  [...new Set(['store_id', 'batch_position', 'batch_end', ...keys])]
    .filter((key) => key !== 'order_id')
    .map((key) => `b.${key}`)
    .join(', ')

const inOtherMode = (sandbox: string): string =>
  `OR coalesce((a.mode = 'sandbox') <> ${sandbox}, false)`

const ofTable = ({ table, keys, object, also = 'true', ...of }: Acted): Sweep =>
  sweep({
    table,
    keys,
    ...(of.where === undefined ? {} : { where: of.where }),
    rows: ROWS,
    facts: `SELECT ${ownColumns(keys)}, ${object} AS order_id,
        CASE WHEN b.action_id = '${BEGIN}'
          THEN g.id IS NULL OR g.changes ->> 'stores' = '${NOTHING}' OR ${WRITTEN_LATE}
          ELSE a.id IS NULL OR a.outcome <> 'done' OR a.store_id IS DISTINCT FROM b.store_id
            OR a.object_id IS DISTINCT FROM ${object} AND a.action NOT IN (${REPLACING})
            ${of.sandbox === undefined ? '' : inOtherMode(of.sandbox)}
            OR (${also}) IS NOT TRUE END IS NOT FALSE AS unacted
      FROM batch b
        LEFT JOIN LATERAL (SELECT * FROM actions x WHERE x.id = b.action_id LIMIT 1) a ON true
        LEFT JOIN LATERAL (SELECT * FROM actions x WHERE x.id = '${BEGIN}' LIMIT 1) g ON true`,
    checks: [
      {
        invariant: 'L2',
        title: `${TITLES[table]} by an action that was done`,
        broken: 'f.unacted',
      },
    ],
  })

const TITLES: Readonly<Record<string, string>> = {
  ledger_entries: 'an entry was booked',
  store_entries: 'an entry of a store was booked',
  events: 'an event was written',
  settlement_lines: 'a settlement line was written',
  payouts: 'a payout was made',
  decision_reviews: 'a decision was reviewed',
}

/** An action may book several entries, one after the other: it refers to the last of them. */
const LAST_OR_FOLLOWED = `b.sequence = a.entry_sequence OR b.sequence < a.entry_sequence
  AND EXISTS (SELECT 1 FROM ledger_entries n WHERE n.store_id = b.store_id
    AND n.order_id = b.order_id AND n.sequence = b.sequence + 1 AND n.action_id = b.action_id)`

const EVENT_TOO = `EXISTS (SELECT 1 FROM events e WHERE e.store_id = b.store_id
  AND e.order_id = b.order_id AND e.sequence = b.event_sequence AND e.action_id = b.action_id)`
const LINE_TOO = `(SELECT bool_and(l.action_id = b.action_id) FROM settlement_lines l
  WHERE l.store_id = b.store_id AND l.sandbox = b.sandbox AND l.created_at = b.created_at
    AND l.type = 'payout' AND l.effect_id = b.id)`
/** For a payout that waited: its line is written with its entry, by the author of the payment. */
const LINE_OF_ENTRY = `(SELECT bool_and(l.action_id = n.action_id) FROM settlement_lines l
    JOIN store_entries n ON n.store_id = b.store_id AND n.sandbox = b.sandbox
      AND n.sequence = b.ledger_sequence
  WHERE l.store_id = b.store_id AND l.sandbox = b.sandbox AND l.created_at = b.paid_at
    AND l.type = 'payout' AND l.effect_id = b.id)`
/** An event is written with its entry, or before the next one. */
const NOT_LATER = 'coalesce(b.ledger_sequence <= a.entry_sequence, true)'

export const actedPayoutSweeps: readonly Sweep[] = [
  ofTable({
    table: 'store_entries',
    keys: ['store_id', 'sandbox', 'sequence'],
    object: 'b.effect_id',
    sandbox: 'b.sandbox',
    also: 'b.sequence = a.entry_sequence',
  }),
  ofTable({
    table: 'payouts',
    keys: ['store_id', 'id'],
    object: 'b.id',
    sandbox: 'b.sandbox',
    also: `CASE WHEN b.payable_at IS NULL THEN a.action = 'payout.create' AND ${LINE_TOO}
      ELSE a.action = 'payout.propose' AND (b.paid_at IS NULL OR ${LINE_OF_ENTRY}) END`,
  }),
]

export const actedSweeps: readonly Sweep[] = [
  ...actedPayoutSweeps,
  ofTable({
    table: 'ledger_entries',
    keys: ['store_id', 'order_id', 'sequence'],
    object: 'b.order_id',
    also: LAST_OR_FOLLOWED,
  }),
  ofTable({
    table: 'events',
    keys: ['store_id', 'id'],
    object: 'coalesce(b.order_id, b.subject)',
    sandbox: 'b.sandbox',
    also: NOT_LATER,
  }),
  // Those of payouts are compared with the payout.
  ofTable({
    table: 'settlement_lines',
    keys: ['store_id', 'order_id', 'event_sequence', 'type'],
    where: 'order_id IS NOT NULL',
    object: 'b.order_id',
    sandbox: 'b.sandbox',
    also: EVENT_TOO,
  }),
  ofTable({
    table: 'decision_reviews',
    keys: ['store_id', 'order_id', 'decision_id'],
    object: 'b.order_id',
    also: `a.action = 'decision.review'`,
  }),
]
