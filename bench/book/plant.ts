/**
 * A lender's book in live mode: loans of a year in 50 stores, four instalments each, of which one
 * in 25 is overdue and some were paid late. One order is created by the service, all others are
 * copies of its rows that differ in the columns that lists and figures read. They have no entries
 * or documents.
 */
import type pg from 'pg'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { createScenario } from '../../test/fixtures/scenario.ts'
import { connect } from '../orders.ts'

const STORES = 50
const AMOUNT = 40_000
const DAYS = 365
/** A person has some five orders, at as many stores. */
const PERSONS = '($1::int / 5 + 1)'
/** Every 25th is overdue. */
const LATE = 'n % 25 = 7'

const TABLES = ['orders', 'order_details', 'loans', 'instalments', 'buyers', 'persons']

/** Of order n: its age, its amount, and the numbers of due and paid instalments. */
const COPIES = `CREATE UNLOGGED TABLE copies AS
  SELECT n, age, person, 'store-' || lpad((n % ${STORES})::text, 4, '0') AS store_id,
    md5('order ' || n) AS id, md5('person ' || person) AS person_id, part, fallen_due,
    CASE WHEN ${LATE} AND fallen_due > 0 THEN n / 25 % fallen_due ELSE fallen_due END AS paid,
    CURRENT_DATE - age AS lent_on,
    (CURRENT_DATE - age)::timestamp AT TIME ZONE 'UTC' + n % 80000 * interval '1 second' AS lent_at
  FROM (SELECT n, n % ${DAYS} AS age, (2500 + n * 7919::bigint % 20000) AS part,
      least(4, (n % ${DAYS}) / 30) AS fallen_due, n % ${PERSONS} AS person
    FROM generate_series(1, $1::int) n) g`

const OWN = {
  stores: { id: 's.id', name: `'Store ' || s.n` },
  persons: { id: 'c.person_id', document_number: `lpad(c.person::text, 8, '0') || 'Z'` },
  buyers: {
    ...{ store_id: 'c.store_id', id: `'buyer-' || c.person`, person_id: 'c.person_id' },
    document_number: `lpad(c.person::text, 8, '0') || 'Z'`,
  },
  orders: {
    ...{ store_id: 'c.store_id', id: 'c.id', mid: `'book-' || c.n`, created_at: 'c.lent_at' },
    ...{ confirmed_at: 'c.lent_at', buyer_id: `'buyer-' || c.person` },
    ...{ approved_amount: '4 * c.part', total_amount: '4 * c.part' },
    captured_amount: '4 * c.part',
  },
  order_details: {
    ...{ store_id: 'c.store_id', order_id: 'c.id', request: `'{}'::jsonb`, buyer: 'NULL::jsonb' },
    ...{ articles: `'[]'::jsonb`, offer: 'NULL::jsonb', loan_terms: 'NULL::jsonb' },
  },
  loans: {
    ...{ store_id: 'c.store_id', order_id: 'c.id', confirmed_on: 'c.lent_on' },
    ...{ starts_on: 'c.lent_on', withdrawable_until: 'c.lent_on + 14', booked_on: 'c.lent_on' },
    ...{ receivable: '(4 - c.paid) * c.part', paid_amount: 'c.paid * c.part' },
    ...{ ordered_at: 'c.lent_at', due_at: 'NULL::timestamptz' },
    overdue_since: 'CASE WHEN c.paid < c.fallen_due THEN c.lent_on + 30 * (c.paid + 1) END',
    overdue_amount: '(c.fallen_due - c.paid) * c.part',
  },
  instalments: {
    ...{ store_id: 'c.store_id', order_id: 'c.id', number: 'i', capital: 'c.part' },
    ...{ interest: '0', fee: '0', settled_interest: '0', settled_fee: '0' },
    ...{ due_on: 'c.lent_on + 30 * i', due: 'i <= c.fallen_due' },
    late_on: `CASE WHEN i > c.paid AND i <= c.fallen_due AND c.lent_on + 30 * i + 5 <= CURRENT_DATE
      THEN c.lent_on + 30 * i + 5 END`,
    settled_capital: 'CASE WHEN i <= c.paid THEN c.part ELSE 0 END',
    // Every twentieth had its second payment a few days late.
    paid_on: `CASE WHEN i <= c.paid THEN c.lent_on + 30 * i + CASE WHEN i = 2 AND c.n % 20 = 3
      THEN 7 ELSE 0 END END`,
  },
} as const

/** The source rows: of the template's order, its person and its store. */
const TEMPLATE = {
  stores: 'id = $1',
  persons: 'id = (SELECT person_id FROM buyers WHERE store_id = $1 LIMIT 1)',
  ...{ buyers: 'store_id = $1', orders: 'store_id = $1', loans: 'store_id = $1' },
  order_details: 'store_id = $1',
  instalments: 'store_id = $1 AND number = 1',
}
const SOURCE: Readonly<Record<keyof typeof OWN, string>> = {
  stores: `(SELECT n, 'store-' || lpad(n::text, 4, '0') AS id
    FROM generate_series(0, ${STORES - 1}) n) s`,
  persons: '(SELECT DISTINCT person, person_id FROM copies) c',
  buyers: '(SELECT DISTINCT store_id, person, person_id FROM copies) c',
  ...{
    orders: 'copies c',
    order_details: 'copies c',
    loans: 'copies c',
    instalments: 'copies c, generate_series(1, 4) i',
  },
}

/** `url`: of its administrator. */
export async function plantBook(database: Database, url: string, loans: number): Promise<void> {
  const shop = await createScenario(database, { sandbox: false })
  await shop.capture(await shop.confirmed(AMOUNT), AMOUNT)
  const admin = await connect(url)
  await admin.query("SET session_replication_role = replica; SET maintenance_work_mem = '512MB'")
  await admin.query(COPIES.replaceAll('$1', String(loans)))
  const indexes = await dropIndexes(admin)
  for (const table of Object.keys(OWN) as (keyof typeof OWN)[]) {
    await copy(admin, table, shop.caller.store.id)
  }
  await admin.query('DROP TABLE copies')
  for (const each of indexes) await admin.query(each)
  await closeDays(admin)
  await admin.query('VACUUM (ANALYZE)')
  await admin.query('CHECKPOINT')
  await admin.end()
}

async function copy(admin: pg.Client, table: keyof typeof OWN, storeId: string): Promise<void> {
  const { rows } = await admin.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = $1 AND table_schema = current_schema() AND is_generated = 'NEVER'`,
    [table],
  )
  const names: string[] = rows.map(({ name }) => name)
  const own: Readonly<Record<string, string>> = OWN[table]
  const values = names.map((name) => own[name] ?? `t."${name}"`)
  const template = `SELECT * FROM ${table} WHERE ${TEMPLATE[table]} LIMIT 1`
  await admin.query(
    `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
     SELECT ${values.join(', ')} FROM (${template.replaceAll('$1', `'${storeId}'`)}) t
       CROSS JOIN ${SOURCE[table].replace(', generate', ' CROSS JOIN generate')}`,
  )
}

/** Indexes without a constraint: they are built together in the end. */
async function dropIndexes(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (
       SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [TABLES],
  )
  for (const { name } of rows) await admin.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Each day except today, as if as much had been paid as was due. */
async function closeDays(admin: pg.Client): Promise<void> {
  await admin.query(`INSERT INTO closings (day, balances, closed_at, previous_hash, hash)
    SELECT d.day, jsonb_build_array(
        jsonb_build_object('account', 'cash', 'currency', 'EUR', 'debit', d.paid, 'credit', 0),
        jsonb_build_object('account', 'buyer_receivable', 'currency', 'EUR', 'debit', 0,
          'credit', d.paid)), now(), repeat('0', 64), repeat('0', 64)
    FROM (SELECT g.day::date AS day, sum(coalesce(i.paid, 0)) OVER (ORDER BY g.day)::bigint AS paid
      FROM generate_series(CURRENT_DATE - ${DAYS}, CURRENT_DATE - 1, interval '1 day') g (day)
        LEFT JOIN (SELECT paid_on, sum(settled_capital) AS paid FROM instalments
          WHERE paid_on IS NOT NULL GROUP BY 1) i ON i.paid_on = g.day) d`)
}
