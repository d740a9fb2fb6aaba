import { THEIRS } from '../../checkout/decisions/store.ts'
import { isLenders } from '../../model/streams/owners.ts'
import { columns, computed, select, statement } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import type { TheirOrder } from './rules.ts'

/** Replaces an erased e-mail address: nobody can have it (RFC 2606). */
const ERASED_EMAIL = 'erased@erased.invalid'
const ERASED_PAGE = 'erased'

type OfOrder = Pick<TheirOrder, 'storeId' | 'id'>

const SAME_EMAIL = `x.store_id = s.store_id AND x.sandbox = s.sandbox AND x.buyer_id IS NULL
  AND x.state <> 'in_process' AND lower(x.account_email COLLATE "C") = s.email`

/**
 * Orders that they signed or were decided on; orders with their number that were abandoned; and
 * unsigned ended checkouts at one of their stores with the e-mail address they had there.
 */
const ORDERS = `WITH theirs AS (${THEIRS}),
  signed AS (SELECT o.store_id, o.id, o.sandbox, lower(o.account_email COLLATE "C") AS email
    FROM theirs b JOIN orders o
      ON o.store_id = b.store_id AND o.sandbox = b.sandbox AND o.buyer_id = b.id),
  typed AS (SELECT o.store_id, o.id FROM persons p
    JOIN order_details d ON d.buyer IS NOT NULL
      AND d.buyer ->> 'document_id' = p.document_number
    JOIN orders o ON o.store_id = d.store_id AND o.id = d.order_id AND o.sandbox = p.sandbox
    WHERE (p.id = $1 OR p.merged_into = $1) AND o.buyer_id IS NULL
      AND o.store_id = coalesce(p.store_id, o.store_id)),
  left_open AS (SELECT x.store_id, x.id
    FROM (SELECT DISTINCT store_id, sandbox, email FROM signed) s JOIN orders x ON ${SAME_EMAIL}),
  listed AS (SELECT store_id, id FROM signed UNION SELECT store_id, id FROM typed
    UNION SELECT store_id, id FROM left_open)`

const UNCAPTURED =
  'o.total_amount - o.voided_amount - o.refunded_uncaptured_amount - o.captured_amount'

const THEIR_ORDER = columns('orders', 'o')
  .only('storeId', 'id', 'currency')
  .and(
    computed<
      Pick<TheirOrder, 'open' | 'contract' | 'owed' | 'writtenOff' | 'credit' | 'paying' | 'lastAt'>
    >({
      open: `o.state IN ('in_process', 'challenge_required', 'confirmation_required')
        OR o.state = 'confirmed' AND ${UNCAPTURED} > 0`,
      contract: 'o.confirmed_at IS NOT NULL',
      owed: 'coalesce(l.receivable, 0)::bigint',
      writtenOff: 'coalesce(l.written_off, 0)::bigint',
      credit: 'coalesce(l.buyer_credit, 0)::bigint',
      paying: `EXISTS (SELECT 1 FROM payments p WHERE p.store_id = o.store_id
        AND p.order_id = o.id AND p.state IN ('open', 'held', 'releasing'))`,
      lastAt: `coalesce((SELECT e.created_at FROM events e WHERE e.store_id = o.store_id
        AND e.order_id = o.id ORDER BY e.sequence DESC LIMIT 1), o.created_at)`,
    }),
  )

export function listOrders(reader: Reader, personId: string): Promise<TheirOrder[]> {
  return reader.query(
    statement(
      THEIR_ORDER,
      (list) => `${ORDERS} SELECT ${list} FROM listed t
        JOIN orders o ON o.store_id = t.store_id AND o.id = t.id
        LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
        ORDER BY o.store_id, o.id`,
    ),
    [personId],
  )
}

/** In one order, as everything that locks several does. */
export async function lockOrders(tx: Transaction, orders: readonly OfOrder[]): Promise<void> {
  await tx.query(
    select(
      columns('orders', 'o').only('id'),
      'FROM orders o WHERE o.id = ANY($1::text[]) ORDER BY o.store_id, o.id FOR NO KEY UPDATE',
    ),
    [orders.map(({ id }) => id)],
  )
}

const BUYER = columns('buyers', 'b').only('storeId', 'sandbox', 'id')
type BuyerKey = { readonly storeId: string; readonly sandbox: boolean; readonly id: string }

/** The person as a buyer at each store. */
export function listBuyers(reader: Reader, personId: string): Promise<BuyerKey[]> {
  return reader.query(
    statement(
      BUYER,
      (list) => `SELECT ${list} FROM (${THEIRS}) b ORDER BY b.store_id, b.sandbox, b.id`,
    ),
    [personId],
  )
}

/** Their other documents. */
export async function listMerged(reader: Reader, personId: string): Promise<string[]> {
  const rows = await reader.query(
    select(
      columns('persons', 'p').only('id'),
      'FROM persons p WHERE p.merged_into = $1 ORDER BY p.id',
    ),
    [personId],
  )
  return rows.map(({ id }) => id)
}

/** Pending approvals about any of these, except the request to erase them. */
export async function listPending(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.query(
    select(
      columns('approvals', 'a').only('id'),
      `FROM approvals a WHERE a.object_kind IN ('person', 'order', 'loan')
         AND a.object_id = ANY($1::text[]) AND a.status = 'pending'
         AND a.action <> 'person_erase' ORDER BY a.id`,
    ),
    [ids],
  )
  return rows.map(({ id }) => id)
}

const DELIVERY = columns('webhook_deliveries', 'd').only('storeId', 'endpointId', 'id')

/** The deliveries of their events; requests have ids and amounts only, answers may be anything. */
async function findDeliveries(reader: Reader, orders: readonly OfOrder[]) {
  const ids = orders.map(({ id }) => id)
  const lenders = 'FROM lender_deliveries d WHERE d.order_id = ANY($1::text[])'
  const toLender = await reader.query(select(DELIVERY, lenders), [ids])
  const toStores = await reader.query(
    select(
      DELIVERY,
      `FROM events e JOIN webhook_endpoints w ON w.store_id = e.store_id
         JOIN webhook_deliveries d ON d.store_id = w.store_id AND d.endpoint_id = w.id
           AND d.position = e.position
       WHERE e.store_id = ANY($1::text[]) AND e.order_id = ANY($2::text[])`,
    ),
    [[...new Set(orders.map(({ storeId }) => storeId))], ids],
  )
  return [...toLender, ...toStores]
}

const ANSWER = columns('idempotency_keys', 'k').only('storeId', 'key')
type Whom = { readonly id: string; readonly sandbox: boolean }

/** People, and keys of the lender, have their stored answers under their own names. */
const findAnswers = (reader: Reader, { id, sandbox }: Whom, orders: readonly OfOrder[]) =>
  reader.query(
    select(
      ANSWER,
      `FROM (SELECT p.word || '/' || s.id AS name FROM staff s,
            unnest(ARRAY['lender_person', 'store_person']) p (word)
          UNION ALL SELECT 'lender_key/' || id FROM lender_keys) w
         JOIN idempotency_keys k ON k.store_id = w.name AND k.sandbox = $1
       WHERE EXISTS (SELECT 1 FROM unnest($2::text[]) i (id) WHERE strpos(k.body, i.id) > 0)
       ORDER BY k.store_id, k.key`,
    ),
    [sandbox, [id, ...orders.map((order) => order.id)]],
  )

export async function findCopies(reader: Reader, whom: Whom, orders: readonly OfOrder[]) {
  const deliveries = await findDeliveries(reader, orders)
  return { deliveries, answers: await findAnswers(reader, whom, orders) }
}

type Erased = {
  readonly id: string
  readonly at: Date
  readonly sandbox: boolean
  readonly orders: readonly OfOrder[]
  readonly buyers: readonly BuyerKey[]
  /** The people merged into them. */
  readonly merged: readonly string[]
  readonly copies: Awaited<ReturnType<typeof findCopies>>
}

/** All of it in one statement: what goes is what `held` says. */
export function erasedRows(erased: Erased): RowSet[] {
  const { id, at, buyers } = erased
  return [
    ...(erased.orders.length === 0 ? [] : ofOrders(erased)),
    ...(buyers.length === 0 ? [] : [buyerRows(id, buyers)]),
    ...copyRows(erased),
    {
      table: 'persons',
      updates: [id, ...erased.merged].map((each) => {
        return { where: { id: each }, set: { documentNumber: each, erasedAt: at } }
      }),
    },
  ]
}

/** Their number is their id: found by nobody, and as unique. */
const buyerRows = (personId: string, buyers: readonly BuyerKey[]): RowSet => ({
  table: 'buyers',
  updates: buyers.map((where) => {
    const { id } = where
    const set = { personId, documentNumber: id, phoneCountry: null, phoneNumber: id }
    return { where, set }
  }),
})

const ACCOUNT = {
  ...{ accountId: null, accountEmail: ERASED_EMAIL, accountFirstName: null, accountLastName: null },
  ...{ accountType: null, accountGender: null, accountLastLogin: null, accountDateJoined: null },
}
const DETAILS = {
  ...{ request: {}, customer: { email: ERASED_EMAIL }, buyer: null, articles: [] },
  ...{ shipping: null, billing: null, rejectionReason: null },
}

function ofOrders({ orders, at }: Erased): RowSet[] {
  const any = true
  const every = <S>(set: S) =>
    orders.map(({ storeId, id: orderId }) => ({ where: { storeId, orderId }, set }))
  const keys = {
    storeId: orders.map(({ storeId }) => storeId),
    orderId: orders.map(({ id }) => id),
  }
  const page = { html: ERASED_PAGE, erasedAt: at }
  return [
    {
      table: 'orders',
      updates: orders.map(({ storeId, id }) => ({ where: { storeId, id }, set: ACCOUNT })),
    },
    { table: 'order_details', updates: every(DETAILS) },
    { table: 'history_entries', updates: every({ billing: null, shipping: null }), any },
    { table: 'documents', updates: every(page), any },
    { table: 'decision_reviews', updates: every({ note: null }), any },
    { table: 'loan_notes', updates: every({ note: null }), any },
    { table: 'notification_attempts', updates: every({ response: null }), any },
    { table: 'notifications', updates: orders.map(stopped), any },
    { table: 'payment_methods', remove: keys },
    { table: 'idempotency_keys', remove: keys },
  ]
}

/** Messages that are still on their way to the store. */
const stopped = ({ storeId, id: orderId }: OfOrder) =>
  ({
    where: { storeId, orderId, state: 'waiting' },
    set: { state: 'abandoned', nextAttemptAt: null },
  }) as const

function copyRows({ sandbox, copies: { deliveries, answers } }: Erased): RowSet[] {
  const responses = deliveries.map(({ storeId, endpointId, id: deliveryId }) => {
    return { where: { storeId, endpointId, deliveryId }, set: { response: null } }
  })
  const [toLender = [], toStores = []] = [true, false].map((of) =>
    responses.filter(({ where }) => isLenders(where.storeId) === of),
  )
  const attempts = [
    { table: 'lender_attempts', updates: toLender, any: true },
    { table: 'webhook_attempts', updates: toStores, any: true },
  ] as const
  const byName = Map.groupBy(answers, ({ storeId }) => storeId)
  return [
    ...attempts.filter(({ updates }) => updates.length > 0),
    ...[...byName].map(([storeId, rows]) => {
      const remove = { storeId, sandbox, key: rows.map(({ key }) => key) }
      return { table: 'idempotency_keys', remove } as const
    }),
  ]
}

const ERASED_PERSON = columns<'persons', { erasedAt: Date }>('persons', 'p').only(
  ...(['id', 'sandbox', 'erasedAt'] as const),
)
export type ErasedRow = { readonly id: string; readonly sandbox: boolean; readonly erasedAt: Date }
type Page = { readonly after: string; readonly limit: number }

export const listErased = (reader: Reader, { after, limit }: Page): Promise<ErasedRow[]> =>
  reader.query(
    select(
      ERASED_PERSON,
      `FROM persons p WHERE p.erased_at IS NOT NULL AND p.id > $1 ORDER BY p.id LIMIT $2`,
    ),
    [after, limit],
  )

const CANDIDATE = columns('persons', 'p')
  .only('id')
  .and(
    computed<{ blocked: boolean }>({
      blocked: `EXISTS (SELECT 1 FROM person_blocks k WHERE k.person_id = p.id
        AND k.lifted_at IS NULL AND coalesce(k.blocked_until > $4, true))`,
    }),
  )

/** In live mode, people known before a moment and not erased. */
export const listCandidates = (
  reader: Reader,
  { before, now, after, limit }: Page & { readonly before: Date; readonly now: Date },
): Promise<{ readonly id: string; readonly blocked: boolean }[]> =>
  reader.query(
    select(
      CANDIDATE,
      `FROM persons p WHERE NOT p.sandbox AND p.erased_at IS NULL AND p.created_at < $3
         AND p.id > $1 ORDER BY p.id LIMIT $2`,
    ),
    [after, limit, before, now],
  )
