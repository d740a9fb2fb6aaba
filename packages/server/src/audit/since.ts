/**
 * The rows that an audit from a checkpoint reads (decision 0103): each order with operations since
 * then, completely, and newer rows in streams, seals and tables without orders. The checkpoint,
 * with what was proven, is stored outside of the database.
 */
import type { SealReport } from '../outbound/seals/list-seals.ts'
import { columns, computed, type Query, select } from '../platform/database/columns.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Part, Sweep } from './check.ts'

/** The result of an audit without findings. */
export type Checkpoint = {
  /** The time of its snapshot, as ISO 8601. */
  readonly audited: string
  /** The time of the last full audit. */
  readonly whole: string
  /** The newest seals of each stream at that time: what they cover was proven. */
  readonly seals: readonly Omit<SealReport, 'created'>[]
}

type OrderKey = { readonly storeId: string; readonly orderId: string }
/** A stream with something that no proven seal covers. */
type OpenStream = {
  readonly storeId: string
  readonly sandbox: boolean
  /** The last event and the last seal that were proven. */
  readonly position: number
  readonly number: number
}

/** Orders that are read together. */
const CHUNK = 200
/** Rows that are searched for orders at a time. */
const PAGE = 1_000
/** Ids begin with the second of their creation; their commits may be this much later. */
const LATE_SECONDS_MAX = 600

async function openStreams(reader: Reader, { seals }: Checkpoint): Promise<OpenStream[]> {
  const proven = new Map(seals.map((seal) => [`${seal.store_id} ${seal.mode}`, seal]))
  const streams = await reader.query(
    select(columns('event_streams', 's'), 'FROM event_streams s ORDER BY s.store_id, s.sandbox'),
    [],
  )
  return streams.flatMap(({ storeId, sandbox, position: end }) => {
    const seal = proven.get(`${storeId} ${sandbox ? 'sandbox' : 'live'}`)
    const { last_position: position = 0, number = 0 } = seal ?? {}
    return end > position ? [{ storeId, sandbox, position, number }] : []
  })
}

type Candidate = OrderKey & { readonly place: readonly unknown[]; readonly isOne: boolean }

/** The last event of an order is marked, so that no order is read twice. */
const PLACED = `FROM events e WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3
  ORDER BY e.position LIMIT ${PAGE}`
const IS_LAST = `e.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events n
  WHERE n.store_id = e.store_id AND n.order_id = e.order_id AND n.sequence > e.sequence
    AND n.position IS NOT NULL)`
const UNPLACED = `FROM events e WHERE e.position IS NULL AND e.order_id IS NOT NULL
    AND (e.store_id, e.sandbox, e.order_id, e.sequence) > ($1, $2, $3, $4)
  ORDER BY e.store_id, e.sandbox, e.order_id, e.sequence LIMIT ${PAGE}`
const IS_FIRST = `NOT EXISTS (SELECT 1 FROM events n WHERE n.store_id = e.store_id
  AND n.order_id = e.order_id AND n.sequence < e.sequence AND n.position IS NULL)`
/** New orders without any reported event. */
const EVENTLESS = `FROM orders o WHERE o.id > $1 ORDER BY o.id LIMIT ${PAGE}`
const HAS_NONE = `NOT EXISTS (SELECT 1 FROM events n
  WHERE n.store_id = o.store_id AND n.order_id = o.id)`

type Source = { readonly query: Query<Candidate>; readonly after: readonly unknown[] }

/** Every order with operations, once or twice, in chunks. */
export async function* changedOrders(
  reader: Reader,
  { audited }: Checkpoint,
  { streams }: Open,
): AsyncGenerator<OrderKey[]> {
  const ofEvent = (place: string, isOne: string, from: string) =>
    select(
      computed<Candidate>({
        storeId: 'e.store_id',
        orderId: `coalesce(e.order_id, '')`,
        place,
        isOne,
      }),
      from,
    )
  const sources: readonly Source[] = [
    ...streams.map(({ storeId, sandbox, position }) => ({
      query: ofEvent('jsonb_build_array(e.store_id, e.sandbox, e.position)', IS_LAST, PLACED),
      after: [storeId, sandbox, position],
    })),
    {
      query: ofEvent(
        'jsonb_build_array(e.store_id, e.sandbox, e.order_id, e.sequence)',
        IS_FIRST,
        UNPLACED,
      ),
      after: ['', false, '', 0],
    },
    {
      query: select(
        computed<Candidate>({
          ...{ storeId: 'o.store_id', orderId: 'o.id' },
          ...{ place: 'jsonb_build_array(o.id)', isOne: HAS_NONE },
        }),
        EVENTLESS,
      ),
      after: [idFrom(audited)],
    },
  ]
  const chunk: OrderKey[] = []
  for (const { query, after } of sources) {
    for (let from = after; ; ) {
      const rows = await reader.query(query, from)
      chunk.push(...rows.filter(({ isOne }) => isOne))
      while (chunk.length >= CHUNK) yield chunk.splice(0, CHUNK)
      const last = rows.at(-1)
      if (last === undefined) break
      from = last.place
    }
  }
  if (chunk.length > 0) yield chunk
}

/** The rows of these orders, found by an index for each, whatever the planner estimates. */
export function partOfOrders({ table, keys }: Sweep, orders: readonly OrderKey[]): Part {
  const own = table === 'orders' ? 'id' : 'order_id'
  const [first, second] = [keys.length + 1, keys.length + 2]
  return {
    rows: `SELECT r.* FROM (SELECT DISTINCT *
        FROM unnest($${first}::text[], $${second}::text[]) t (store_id, order_id)) t
      CROSS JOIN LATERAL (SELECT * FROM ${table} x
        WHERE x.store_id = t.store_id AND x.${own} = t.order_id OFFSET 0) r`,
    values: [orders.map(({ storeId }) => storeId), orders.map(({ orderId }) => orderId)],
  }
}

/** The prefixes of keys under which rows may be newer. */
type Open = {
  readonly streams: readonly OpenStream[]
  readonly endpoints: readonly { readonly storeId: string; readonly id: string }[]
}

export async function openSince(reader: Reader, checkpoint: Checkpoint): Promise<Open> {
  const streams = await openStreams(reader, checkpoint)
  const endpoints = await reader.query(
    select(
      columns('webhook_endpoints', 'w').only('storeId', 'id'),
      'FROM webhook_endpoints w WHERE w.store_id = ANY ($1)',
    ),
    [streams.map(({ storeId }) => storeId)],
  )
  return { streams, endpoints }
}

/** The newer rows of a sweep that does not go by orders; undefined: it is read completely. */
export function laterParts(
  sweep: Sweep,
  { audited }: Checkpoint,
  { streams, endpoints }: Open,
): Part[] | undefined {
  const { since, keys, table } = sweep
  const part = (prefix: readonly (string | boolean)[], from: string): Part => {
    const is = prefix.map((_value, index) => `x.${keys[index]} = $${keys.length + index + 1}`)
    const further = keys.slice(prefix.length + 1).map(() => '0')
    return {
      rows: `SELECT * FROM ${table} x WHERE ${is.join(' AND ') || 'true'}`,
      values: prefix,
      after: [...prefix.map(String), from, ...further],
    }
  }
  if (since === 'stream') {
    return streams.map(({ storeId, sandbox }) => {
      const { rows, values } = part([storeId, sandbox], '')
      return { rows, values }
    })
  }
  if (since === 'place') {
    return streams.map((stream) => {
      const from = keys.includes('position') ? stream.position : stream.number
      return part([stream.storeId, stream.sandbox], String(from))
    })
  }
  if (since !== 'id') return undefined
  const prefixes = [
    [[]],
    [...new Set(streams.map(({ storeId }) => storeId))].map((storeId) => [storeId]),
    endpoints.map(({ storeId, id }) => [storeId, id]),
  ][keys.findIndex((key) => key === 'id' || key === 'delivery_id')]
  return prefixes?.map((prefix) => part(prefix, idFrom(audited)))
}

/** Before the id of any row newer than an audit. */
function idFrom(audited: string): string {
  const seconds = Math.floor(Date.parse(audited) / 1_000) - LATE_SECONDS_MAX
  return Math.max(seconds, 0).toString(16).padStart(8, '0')
}
