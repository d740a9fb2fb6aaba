import type { Cents } from '@svc/api'
import { EXPOSURE } from '../../checkout/decisions/store.ts'
import type { Document } from '../../model/people/document.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { columns, computed, select, statement } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

export type OwedAt = {
  readonly store: StoreReference
  readonly currency: string
  readonly open: Cents
  readonly orders: number
}

/** A person's debt at each store, as a signature of theirs counts it. */
export function listOwed(reader: Reader, personId: string): Promise<OwedAt[]> {
  const shape = computed<OwedAt>({
    store: `json_build_object('id', s.id, 'name', s.name)`,
    currency: 'x.currency',
    open: 'sum(x.open_amount)::bigint',
    orders: 'count(*)',
  })
  return reader.query(
    statement(
      shape,
      (list) => `${EXPOSURE} SELECT ${list} FROM orders_of x JOIN stores s ON s.id = x.store_id
        WHERE x.open_amount > 0 GROUP BY s.id, s.name, x.currency ORDER BY s.name, s.id, 2`,
    ),
    [personId, '', ''],
  )
}

const CUSTOMER = columns('buyers', 'b')
  .only('id', 'phoneCountry', 'phoneNumber')
  .and(
    computed<{ store: StoreReference }>({ store: `json_build_object('id', s.id, 'name', s.name)` }),
  )
export type Customer = Awaited<ReturnType<typeof listCustomers>>[number]

/** The person as a customer of each store. */
export function listCustomers(reader: Reader, personId: string) {
  return reader.query(
    select(
      CUSTOMER,
      `FROM buyers b JOIN stores s ON s.id = b.store_id
       WHERE b.person_id = $1 ORDER BY b.created_at, b.id`,
    ),
    [personId],
  )
}

const mark = (text: string) => `lower((${text}) COLLATE "C")`
const NAME = `(d.buyer ->> 'first_name') || ' ' || (d.buyer ->> 'last_name')`
const OF_DETAILS = `order_details d
  JOIN orders o ON o.store_id = d.store_id AND o.id = d.order_id
  JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox AND b.id = o.buyer_id`
const EMAIL = mark(`d.buyer ->> 'email'`)
const ACCOUNT_EMAIL = 'lower(o.account_email COLLATE "C")'
const OF_ORDERS = `orders o
  JOIN buyers b ON b.store_id = o.store_id AND b.sandbox = o.sandbox AND b.id = o.buyer_id`

type Wanted = { readonly sandbox: boolean; readonly limit: number }
const ID = columns('persons', 'p').only('id')

/** The newest of those whose ids a statement finds, of the mode $1. */
const newest = (ids: string) =>
  select(
    ID,
    `FROM persons p WHERE p.sandbox = $1 AND p.erased_at IS NULL AND p.id IN (${ids})
     ORDER BY p.created_at DESC, p.id DESC LIMIT $2`,
  )

async function idsOf(
  reader: Reader,
  ids: string,
  { sandbox, limit }: Wanted,
  values: readonly unknown[],
): Promise<string[]> {
  const rows = await reader.query(newest(ids), [sandbox, limit, ...values])
  return rows.map(({ id }) => id)
}

export const findByDocument = (
  reader: Reader,
  { number, type, country }: Document,
  wanted: Wanted,
): Promise<string[]> =>
  idsOf(
    reader,
    `SELECT coalesce(x.merged_into, x.id) FROM persons x
     WHERE x.document_number = $3 AND x.document_type = $4
       AND x.document_country = $5`,
    wanted,
    [number, type, country],
  )

export const findByPhone = (reader: Reader, number: string, wanted: Wanted): Promise<string[]> =>
  idsOf(reader, 'SELECT b.person_id FROM buyers b WHERE b.phone_number = $3', wanted, [number])

export const findByEmail = (reader: Reader, email: string, wanted: Wanted): Promise<string[]> =>
  idsOf(
    reader,
    `SELECT b.person_id FROM ${OF_DETAILS} WHERE d.buyer IS NOT NULL AND ${EMAIL} = lower($3)
     UNION ALL SELECT b.person_id FROM ${OF_ORDERS}
     WHERE o.buyer_id IS NOT NULL AND ${ACCOUNT_EMAIL} = lower($3)`,
    wanted,
    [email],
  )

/** Whose name, or last name, begins with one of these. */
export const findByName = (
  reader: Reader,
  beginnings: readonly string[],
  wanted: Wanted,
): Promise<string[]> => {
  const begins = (text: string) => `${text} >= w.text COLLATE "C"
    AND ${text} < (w.text || chr(1114111)) COLLATE "C"`
  const of = (text: string) => `SELECT b.person_id FROM
      (SELECT lower(t COLLATE "C") AS text FROM unnest($3::text[]) t) w
    JOIN LATERAL (SELECT b.person_id FROM ${OF_DETAILS}
      WHERE d.buyer IS NOT NULL AND ${begins(text)} LIMIT ${NAMES_MAX}) b ON true`
  const last = mark(`d.buyer ->> 'last_name'`)
  return idsOf(reader, `${of(mark(NAME))} UNION ALL ${of(last)}`, wanted, [beginnings])
}

/** More orders of people who are called alike are not looked at. */
const NAMES_MAX = 2_000

export type Alike = {
  readonly id: string
  readonly because: readonly ('phone' | 'email' | 'name_and_birthday')[]
}

/** Other people with the same data, of one mode and, if so limited, of one store. */
export function listAlike(
  reader: Reader,
  personId: string,
  limit: number,
): Promise<readonly Alike[]> {
  const shape = computed<Alike>({ id: 'p.id', because: 'json_agg(DISTINCT x.because)' })
  const data = `own AS (SELECT DISTINCT b.phone_number, ${EMAIL} AS email,
      ${mark(NAME)} AS name, d.buyer ->> 'birthday' AS birthday
    FROM ${OF_DETAILS} WHERE b.person_id = $1 AND d.buyer IS NOT NULL LIMIT 50)`
  const by = (because: string, from: string, condition: string) =>
    `SELECT o.person_id, '${because}' AS because FROM own w JOIN LATERAL (
       SELECT b.person_id FROM ${from} WHERE ${condition} LIMIT ${NAMES_MAX}) o ON true`
  const alike = [
    by('phone', 'buyers b', 'b.phone_number = w.phone_number'),
    by('email', OF_DETAILS, `d.buyer IS NOT NULL AND ${EMAIL} = w.email`),
    by(
      'name_and_birthday',
      OF_DETAILS,
      `d.buyer IS NOT NULL AND ${mark(NAME)} = w.name AND d.buyer ->> 'birthday' = w.birthday`,
    ),
  ]
  return reader.query(
    statement(
      shape,
      (list) => `WITH ${data} SELECT ${list}
        FROM (${alike.join(' UNION ALL ')}) x
        JOIN persons p ON p.id = x.person_id AND p.erased_at IS NULL
        JOIN persons me ON me.id = $1 AND me.sandbox = p.sandbox
          AND me.store_id IS NOT DISTINCT FROM p.store_id
        WHERE p.id <> $1 GROUP BY p.id, p.created_at ORDER BY p.created_at DESC, p.id LIMIT $2`,
    ),
    [personId, limit],
  )
}
