/**
 * The tallies of accounts (decision 0190). Each ledger entry has one event, the first of its order
 * with its sequence. Events get positions without gaps once they are committed, so that a position
 * says which entries are in the tallies.
 */
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'

/** A posting `p` as seen from both of its accounts: `account`, `debit` and `credit`. */
export const BOTH_SIDES = `CROSS JOIN LATERAL (VALUES (p.debit, p.amount, 0::bigint),
  (p.credit, 0::bigint, p.amount)) side (account, debit, credit)`

/** Streams whose bookings are not all in the tallies, as far as the positions have come. */
const BEHIND = `SELECT s.store_id, s.sandbox, coalesce(h.booked_position, 0) AS booked,
    s.position AS until, s.position - coalesce(h.booked_position, 0) AS rest
  FROM event_streams s
    LEFT JOIN tally_heads h ON h.store_id = s.store_id AND h.sandbox = s.sandbox
  WHERE s.position > coalesce(h.booked_position, 0)`

const MEMBERS = 'e.store_id, e.sandbox, e.order_id, e.sequence, e.ledger_sequence'

/** Events of streams with `booked` and `until`, after the one position and up to the other. */
const eventsOf = (streams: string): string => `SELECT e.* FROM (${streams}) r
  CROSS JOIN LATERAL (SELECT ${MEMBERS} FROM events e
    WHERE e.store_id = r.store_id AND e.sandbox = r.sandbox
      AND e.position > r.booked AND e.position <= r.until OFFSET 0) e`

/** What these events booked, looked up for each: `at`, `account`, `currency`, `debit`, `credit`. */
const bookedBy = (events: string): string => `
  SELECT e.sandbox, p.at, side.account, p.currency, side.debit, side.credit
  FROM (${events}) e CROSS JOIN LATERAL (
    SELECT n.created_at AS at, n.currency, p.debit, p.credit, p.amount
    FROM ledger_entries n JOIN ledger_postings p ON (p.store_id, p.order_id, p.sequence)
      = (n.store_id, n.order_id, n.sequence)
    WHERE n.store_id = e.store_id AND n.order_id = e.order_id AND n.sequence = e.ledger_sequence
      AND NOT EXISTS (SELECT 1 FROM events b WHERE b.store_id = e.store_id
        AND b.order_id = e.order_id AND b.sequence = e.sequence - 1
        AND b.ledger_sequence = e.ledger_sequence)
    UNION ALL
    SELECT n.created_at, n.currency, p.debit, p.credit, p.amount
    FROM store_entries n JOIN store_postings p ON (p.store_id, p.sandbox, p.sequence)
      = (n.store_id, n.sandbox, n.sequence)
    WHERE e.order_id IS NULL AND n.store_id = e.store_id AND n.sandbox = e.sandbox
      AND n.sequence = e.ledger_sequence OFFSET 0) p ${BOTH_SIDES}`

/**
 * All bookings of a mode as `day`, `account`, `currency`, `debit` and `credit`: from the tallies,
 * and of later events, and of events without a position, one by one.
 */
export function talliedBookings(sandbox: string): string {
  const rest = [
    eventsOf(`SELECT * FROM (${BEHIND}) r WHERE r.sandbox = ${sandbox}`),
    `SELECT ${MEMBERS} FROM events e WHERE e.position IS NULL AND e.sandbox = ${sandbox}`,
  ].map(
    (events) => `UNION ALL SELECT (b.at AT TIME ZONE 'UTC')::date, b.account, b.currency, b.debit,
      b.credit FROM (${bookedBy(events)}) b`,
  )
  return `SELECT t.day, t.account, t.currency, t.debit, t.credit FROM account_tallies t
    WHERE t.sandbox = ${sandbox} ${rest.join(' ')}`
}

/** The number of events with a position, of those that are not tallied, and of the others. */
type Progress = { readonly all: number; readonly rest: number; readonly unplaced: number }

/** Of a mode; null: of both. */
export async function readProgress(reader: Reader, sandbox: boolean | null): Promise<Progress> {
  const shape = computed<Progress>({
    all: 'coalesce(sum(s.position), 0)::bigint',
    rest: 'coalesce(sum(s.position - coalesce(h.booked_position, 0)), 0)::bigint',
    unplaced: `(SELECT count(*) FROM events e
      WHERE e.position IS NULL AND ($1::boolean IS NULL OR e.sandbox = $1))`,
  })
  const [row] = await reader.query(
    select(
      shape,
      `FROM event_streams s
         LEFT JOIN tally_heads h ON h.store_id = s.store_id AND h.sandbox = s.sandbox
       WHERE $1::boolean IS NULL OR s.sandbox = $1`,
    ),
    [sandbox],
  )
  return row ?? { all: 0, rest: 0, unplaced: 0 }
}

/** With a longer rest all postings are read as fast. */
const REST_SHARE = 10

/** Whether most bookings of a mode are in the tallies. */
export async function areTallied(reader: Reader, sandbox: boolean): Promise<boolean> {
  const { all, rest, unplaced } = await readProgress(reader, sandbox)
  return (rest + unplaced) * REST_SHARE <= all
}

/** No two processes add the same bookings. */
export async function lockAccountTallies(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('tallies', 0)) AS locked`, [])
}

/** The longest rests, cut so that they have $1 events in all. */
const NEXT = `SELECT store_id, sandbox, booked,
    least(until, booked + $1::bigint - before)::bigint AS until
  FROM (SELECT r.*, sum(r.rest) OVER w - r.rest AS before FROM (${BEHIND}) r
    WINDOW w AS (ORDER BY r.rest DESC, r.store_id, r.sandbox)) r
  WHERE before < $1::bigint`

/** Adds the bookings of the next events, and notes up to where. */
export async function addToTallies(tx: Reader, events: number): Promise<void> {
  await tx.query(
    `WITH next AS MATERIALIZED (${NEXT}),
     heads AS (INSERT INTO tally_heads (store_id, sandbox, booked_position)
       SELECT store_id, sandbox, until FROM next
       ON CONFLICT (store_id, sandbox) DO UPDATE SET booked_position = excluded.booked_position)
     INSERT INTO account_tallies AS t (sandbox, day, account, currency, debit, credit)
     SELECT b.sandbox, (b.at AT TIME ZONE 'UTC')::date, b.account, b.currency, sum(b.debit),
       sum(b.credit)
     FROM (${bookedBy(eventsOf('SELECT * FROM next'))}) b GROUP BY 1, 2, 3, 4
     ON CONFLICT (sandbox, day, account, currency)
       DO UPDATE SET debit = t.debit + excluded.debit, credit = t.credit + excluded.credit`,
    [events],
  )
}
