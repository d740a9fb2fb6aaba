/**
 * The measured questions for each size: about the largest store, over HTTP, one request at a time.
 */
import type { Client } from 'pg'

/** Indexed questions stay the same while a database grows; the others scan one store or all. */
export type Group = 'indexed' | 'over all stores' | 'looked through'

export type Question = {
  readonly group: Group
  readonly what: string
  /** Of the n-th repetition; the same ones are repeated, so that the buffers are warm. */
  readonly path: (time: number) => string
  readonly body?: unknown
  /** Its caller; by default the store's private key. */
  readonly asker?: 'public_key' | 'lender_key'
  /** A write: each is sent once, and before each the server completes pending work. */
  readonly changes?: boolean
}

/** Orders of the largest store, some of each kind. */
export type Sample = {
  readonly orders: readonly { id: string; mid: string; buyer: string; email: string }[]
  readonly open: readonly string[]
  readonly loans: readonly string[]
  readonly lines: readonly string[]
  readonly events: readonly string[]
  readonly count: number
  readonly lineCount: number
}

const PAGE = 20

/** The complete ones. */
const COPIED = `o.store_id = $1 AND o.sandbox AND o.mid LIKE 'M-%' AND EXISTS (
    SELECT 1 FROM loans l WHERE l.store_id = o.store_id AND l.order_id = o.id)`

export async function takeSample(admin: Client, storeId: string, size: number): Promise<Sample> {
  const ids = async (text: string): Promise<string[]> => {
    const { rows } = await admin.query(text, [storeId, size])
    return rows.map(({ id }) => id)
  }
  const { rows: orders } = await admin.query(
    `SELECT id, mid, buyer_id AS buyer, account_email AS email FROM orders o
     WHERE ${COPIED} AND o.state = 'confirmed' ORDER BY md5(id) LIMIT $2`,
    [storeId, size],
  )
  const { rows: counts } = await admin.query(
    `SELECT (SELECT count(*) FROM orders WHERE store_id = $1
        AND state NOT IN ('in_process', 'ko')) AS orders,
      (SELECT count(*) FROM settlement_lines WHERE store_id = $1) AS lines`,
    [storeId],
  )
  return {
    orders,
    open: await ids(`SELECT id FROM orders o WHERE ${COPIED} AND o.status = 'processing'
      ORDER BY md5(id) LIMIT $2`),
    loans: await ids(`SELECT order_id AS id FROM loans WHERE store_id = $1 AND sandbox
      ORDER BY md5(order_id) LIMIT $2`),
    lines: await ids(`SELECT id FROM settlement_lines l WHERE store_id = $1 AND EXISTS (
        SELECT 1 FROM loans n WHERE n.store_id = l.store_id AND n.order_id = l.order_id)
      ORDER BY md5(id) LIMIT $2`),
    events:
      await ids(`SELECT id FROM events WHERE store_id = $1 AND sandbox AND position IS NOT NULL
      ORDER BY md5(id) LIMIT $2`),
    count: Number(counts[0].orders),
    lineCount: Number(counts[0].lines),
  }
}

export function questionsOf(sample: Sample): readonly Question[] {
  return [...indexed(sample), ...listed(sample), ...money(sample), ...LENDERS, ...LOOKED_THROUGH]
}

const pick = <T>(all: readonly T[], time: number): T => {
  const one = all[time % all.length]
  if (one === undefined) throw new Error('there is none of these')
  return one
}
const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

function indexed({ orders, open, loans, events }: Sample): Question[] {
  const group = 'indexed'
  return [
    { group, what: 'order', path: (time) => `/orders/${pick(orders, time).id}` },
    { group, what: 'loan', path: (time) => `/orders/${pick(loans, time)}/loan` },
    { group, what: 'documents', path: (time) => `/orders/${pick(loans, time)}/documents` },
    { group, what: 'events, first page', path: () => '/me/events?limit=50' },
    {
      group,
      what: 'events after one',
      path: (time) => `/me/events?limit=50&after=${pick(events, time)}`,
    },
    {
      group,
      what: 'events of a type after one',
      path: (time) => `/me/events?limit=50&type=order.captured&after=${pick(events, time)}`,
    },
    {
      group,
      what: 'availability',
      path: (time) => `/checkout/button?amount=${10_000 + time}&currency=EUR`,
      asker: 'public_key',
    },
    {
      group,
      what: 'capture',
      path: (time) => `/orders/${pick(open, time)}/captures`,
      body: { amount: 100 },
    },
  ]
}

function listed({ orders, count }: Sample): Question[] {
  const group = 'indexed'
  const pages = Math.max(1, Math.floor(count / PAGE))
  const of = (time: number) => pick(orders, time)
  const list = (what: string, path: (time: number) => string): Question => ({
    ...{ group, what },
    path: (time) => `/orders?${path(time)}`,
  })
  // They are from one day of each week.
  const week = (time: number) => day(8 + 7 * (time % 90))
  const next = (time: number) => day(7 + 7 * (time % 90))
  return [
    list('list, first page', () => ''),
    list('list, page in the middle', (time) => `page=${Math.max(1, (pages >> 1) - time)}`),
    list('list, last page', () => `page=${pages}`),
    list('list by status, few', () => 'status=processing'),
    list('list by status, many', () => 'status=complete'),
    list('list by financing status', () => 'financing_status=ko'),
    list('list of a day', (time) => `created-gte=${week(time)}&created-lt=${next(time)}`),
    list('list of a month', () => `created-gte=${day(400)}&created-lt=${day(370)}`),
    list('list of half the time', () => `created-gte=${day(365)}`),
    list('list by mid', (time) => `mid=${of(time).mid}`),
    list('list by buyer', (time) => `customer-id=${of(time).buyer}`),
    list('list by document', (time) => {
      const number = of(time).buyer.replace('buyer-', '').padStart(8, '0')
      return `customer-document_id-number=${number}Z`
    }),
    list('list by e-mail', (time) => `account-email=${of(time).email}`),
    list(
      'list by e-mail, any case',
      (time) => `account-email-iexact=${of(time).email.toUpperCase()}`,
    ),
  ]
}

function money({ orders, lines, lineCount }: Sample): Question[] {
  const group = 'indexed'
  const pages = Math.max(1, Math.floor(lineCount / PAGE))
  return [
    { group, what: 'payments, first page', path: () => '/me/payments' },
    {
      group,
      what: 'payments, page in the middle',
      path: (time) => `/me/payments?page=${Math.max(1, (pages >> 1) - time)}`,
    },
    {
      group,
      what: 'payments of an order',
      path: (time) => `/me/payments?order-id=${pick(orders, time).id}`,
    },
    { group, what: 'payment', path: (time) => `/me/payments/${pick(lines, time)}` },
    {
      group,
      what: 'statement of a month',
      path: (time) => `/me/statement?from=${day(60 + time)}&to=${day(30 + time)}`,
    },
    { group, what: 'payouts', path: () => '/me/payouts' },
    { group, what: 'payout', path: () => '/me/payouts', body: {}, changes: true },
  ]
}

const lenders = (what: string, path: string): Question => ({
  ...{ group: 'over all stores', what: `lender's ${what}`, asker: 'lender_key' },
  path: () => `/lender/${path}`,
})

/** Across all stores. */
const LENDERS: readonly Question[] = [
  lenders('loans, first page', 'loans'),
  lenders('loans of a bucket', 'loans?bucket=31-60'),
  lenders('loans of a bucket, most overdue first', 'loans?bucket=31-60&ordering=-overdue_amount'),
  lenders('loans of a bucket with sums', 'loans?bucket=31-60&summary=true'),
  lenders('orders, first page', 'orders'),
  lenders('people, first page', 'people'),
]

const through = (what: string, query: string): Question => ({
  ...{ group: 'looked through', what },
  path: () => `/orders?${query}`,
})

const LOOKED_THROUGH: readonly Question[] = [
  through('part of an e-mail', 'account-email-icontains=GARCIA1'),
  through('part of an e-mail, no match', 'account-email-icontains=nobody'),
  through('part of an e-mail, all match', 'account-email-icontains=@'),
  through('end of a mid', 'mid-endswith=9990'),
  through('name, accents aside', 'account-last_name-search=garcia'),
  through('name, accents aside, no match', 'account-last_name-search=zzz'),
  through('two terms of q', 'q=ana+ruiz'),
  through('a term of q, no match', 'q=nobody'),
  through('ordered by amount', 'ordering=-total_amount'),
]
