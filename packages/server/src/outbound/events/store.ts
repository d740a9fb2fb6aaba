import type { StoreEventType } from '@svc/api'
import { amountsView, type Order } from '../../model/order/order.ts'
import { tablesOf } from '../../model/streams/owners.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import {
  columns,
  computed,
  type NewRow,
  select,
  statement,
} from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type {
  Insert,
  Reader,
  RowSet,
  Transaction,
  Update,
} from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { assert } from '../../platform/refusal.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import type { Event, EventInput, Placed, PlacedEvent, Stream, Unplaced } from './event.ts'

/** An event of a store that belongs to none of its orders. */
export type StoreEvent = StreamKey & {
  readonly id: string
  readonly type: StoreEventType
  /** Its object, such as the id of a key. */
  readonly subject: string
  /** Its booking, in the chain of the store; absent: none. */
  readonly ledgerSequence?: number
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

export function storeEventRow(event: StoreEvent): Insert {
  const { ledgerSequence = null } = event
  return { table: 'events', rows: [{ ...event, ledgerSequence }] }
}

type StoreEventQuestion = Pick<StoreEvent, 'storeId' | 'sandbox' | 'type' | 'subject'>

/** Whether this has happened to the subject after that moment. */
export function hasStoreEvent(
  reader: Reader,
  { storeId, sandbox, type, subject }: StoreEventQuestion,
  after: Date,
): Promise<boolean> {
  return exists(
    reader,
    `FROM events WHERE store_id = $1 AND sandbox = $2 AND type = $3
       AND subject = $4 AND order_id IS NULL AND created_at > $5 LIMIT 1`,
    [storeId, sandbox, type, subject, after],
  )
}

/** Work on the same stream queues in this process before taking a connection. */
export function streamQueue({ storeId, sandbox }: StreamKey): string {
  return `stream/${storeId}/${sandbox}`
}

/**
 * Placing events of a stream, or changing who receives them, holds its row, which is
 * made with the store's first event. That of the lender says how far its chain of actions was
 * published.
 */
export async function lockStream(tx: Transaction, key: StreamKey): Promise<Stream> {
  const { streams } = tablesOf(key.storeId)
  const lock = () =>
    tx.query(
      select(
        columns('event_streams', 's'),
        `FROM ${streams} s WHERE s.store_id = $1 AND s.sandbox = $2 FOR UPDATE`,
      ),
      [key.storeId, key.sandbox],
    )
  const [locked] = await lock()
  if (locked !== undefined) return locked
  await tx.query(
    `INSERT INTO ${streams} (store_id, sandbox) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [key.storeId, key.sandbox],
  )
  const [made] = await lock()
  assert(made !== undefined, 'a stream that was just made')
  return made
}

type OfEvent = Pick<Event, 'type' | 'data'>
export const WHOLE = columns<'events', OfEvent>('events', 'e')
const PLACED = WHOLE.without('position', 'subject', 'ledgerSequence', 'actionId').and(
  columns<'events', { position: number }>('events', 'e').only('position'),
)

/** So much is sorted at a time, so that a backlog of any size is placed in the end. */
const SORTED = 5_000

/**
 * What has no place yet, in the order in which it gets one. Of an order all that came before is
 * there as well: who wrote it held the order's row. So the order's sequence decides, also where a
 * clock went back between two of its events. Of a backlog it is the beginning of some orders.
 */
export function listUnplaced(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
  limit: number,
): Promise<Unplaced[]> {
  const reached = `CASE WHEN e.order_id IS NULL THEN e.created_at
    ELSE max(e.created_at) OVER (PARTITION BY e.order_id ORDER BY e.sequence) END`
  return tx.query(
    select(
      WHOLE.only('storeId', 'id', 'type', 'orderId'),
      `FROM (SELECT store_id, id, type, order_id, sequence, created_at FROM events
         WHERE store_id = $1 AND sandbox = $2 AND position IS NULL
         ORDER BY order_id, sequence LIMIT ${SORTED}) e
       ORDER BY ${reached}, e.order_id, e.sequence, e.id LIMIT $3`,
    ),
    [storeId, sandbox, limit],
  )
}

export async function hasUnplaced(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<boolean> {
  const rows = await reader.lookUp(
    `SELECT 1 AS one FROM events
     WHERE store_id = $1 AND sandbox = $2 AND position IS NULL LIMIT 1`,
    [storeId, sandbox],
  )
  return rows.length > 0
}

/**
 * The streams with events that have no place yet, across stores. Each is found by a step of its own
 * along the index, so that many events of one cost nothing.
 */
export function listUnplacedStreams(reader: Reader, limit: number): Promise<StreamKey[]> {
  const text = statement(
    columns('event_streams', 's').only('storeId', 'sandbox'),
    (list) => `WITH RECURSIVE streams AS (
       (SELECT store_id, sandbox FROM events WHERE position IS NULL
        ORDER BY store_id, sandbox LIMIT 1)
       UNION ALL
       SELECT n.store_id, n.sandbox FROM streams s CROSS JOIN LATERAL (
         SELECT e.store_id, e.sandbox FROM events e
         WHERE e.position IS NULL AND (e.store_id, e.sandbox) > (s.store_id, s.sandbox)
         ORDER BY e.store_id, e.sandbox LIMIT 1) n)
     SELECT ${list} FROM streams s LIMIT $1`,
  )
  return reader.query(text, [limit])
}

export function countUnplaced(reader: Reader): Promise<Backlog> {
  return countBacklog(reader, { at: 'created_at', from: 'FROM events WHERE position IS NULL' }, [])
}

export function streamUpdate({ storeId, sandbox, position }: Stream): Update {
  const { streams: table } = tablesOf(storeId)
  return { table, where: { storeId, sandbox }, set: { position } }
}

/** The events with their places, and the stream with its new end. */
export function placeRows(stream: Stream, placed: readonly Placed[]): RowSet[] {
  const { storeId } = stream
  return [
    {
      table: 'events',
      by: ['storeId', 'id'],
      changes: placed.map((event) => ({ storeId, id: event.id, position: event.position })),
    },
    streamUpdate(stream),
  ]
}

/** The place of an event that has one. */
export async function findPosition(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  id: string,
): Promise<number | undefined> {
  const [row] = await reader.lookUp(
    select(WHOLE.only('sandbox', 'position'), 'FROM events e WHERE e.store_id = $1 AND e.id = $2'),
    [storeId, id],
  )
  return row?.sandbox === sandbox ? (row.position ?? undefined) : undefined
}

/**
 * The last place before the first event of a time or later, as far as places follow time: they do,
 * except for writes at the same moment. Found by bisection.
 */
export async function findPositionBefore(
  reader: Reader,
  { storeId, sandbox, position }: Stream,
  at: Date,
): Promise<number> {
  const text = statement(
    computed<{ position: number | null }>({ position: 'max(low)' }),
    (list) => `WITH RECURSIVE search (low, high) AS (
       SELECT 0::bigint, $3::bigint
       UNION ALL
       SELECT CASE WHEN e.created_at < $4 THEN m.middle ELSE s.low END,
         CASE WHEN e.created_at < $4 THEN s.high ELSE m.middle - 1 END
       FROM search s CROSS JOIN LATERAL (SELECT (s.low + s.high + 1) / 2 AS middle) m
         JOIN events e ON e.store_id = $1 AND e.sandbox = $2 AND e.position = m.middle
       WHERE s.low < s.high)
     SELECT ${list} FROM search`,
  )
  const [row] = await reader.query(text, [storeId, sandbox, String(position), at])
  return row?.position ?? 0
}

type StreamPart = StreamKey & { readonly after: number; readonly limit: number }

/** The events after a place, the nearest first. */
export function listEvents(reader: Reader, part: StreamPart): Promise<PlacedEvent[]> {
  return reader.query(
    select(
      PLACED,
      `FROM events e WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3
       ORDER BY e.position LIMIT $4`,
    ),
    [part.storeId, part.sandbox, part.after, part.limit],
  )
}

/** The same of some types, up to a place. */
export function listEventsOfTypes(
  reader: Reader,
  { types, upTo, ...part }: StreamPart & { types: readonly string[]; upTo: number },
): Promise<PlacedEvent[]> {
  return reader.query(
    select(
      PLACED,
      `FROM events e
       WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3 AND e.position <= $4
         AND e.type = ANY($5::text[]) ORDER BY e.position LIMIT $6`,
    ),
    [part.storeId, part.sandbox, part.after, upTo, types, part.limit],
  )
}

/** The event at a place, or at the end of the stream where that is nearer. */
export async function findLastUpTo(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  position: number,
): Promise<PlacedEvent | undefined> {
  const [event] = await reader.query(
    select(
      PLACED,
      `FROM events e WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position <= $3
       ORDER BY e.position DESC LIMIT 1`,
    ),
    [storeId, sandbox, position],
  )
  return event
}

/** The event's row: what happened, and the order's amounts after it. */
export function eventRow(order: Order, event: EventInput): NewRow<'events'> {
  return {
    storeId: order.storeId,
    sandbox: order.sandbox,
    orderId: order.id,
    sequence: event.sequence,
    ledgerSequence: order.ledgerSequence,
    id: event.id,
    type: event.type,
    data: {
      effect_id: event.effectId,
      mid: order.mid,
      currency: order.currency,
      ...(event.amount === undefined ? {} : { amount: event.amount }),
      ...event.more,
      ...amountsView(order),
    },
    createdAt: event.at,
  }
}
