/**
 * Fills a database with copies of the templates: 1,000 stores, of which the largest has a tenth of
 * the orders, spread over two years. All constraints are on except foreign keys, which the auditor
 * verifies.
 */
import pg from 'pg'
import type { Template } from './journey.ts'
import { sealAll, sealAsOne } from './seals.ts'
import { tallyAll } from './tallies.ts'
import { type Form, TABLES, type TemplateSql, templateSql } from './template-sql.ts'

const STORES = 1_000
/** The most that a copy is later in the day. */
const SPREAD_S = 14 * 3_600
/** The contents of a load: of lean ones a twentieth is complete, and the largest store has more. */
const WHOLE_FORM: readonly Form[] = ['whole']
const LEAN_FORMS: readonly Form[] = ['whole', 'lean', 'bare']
const OF_FORM: Readonly<Record<Form, string>> = {
  whole: '(n / 10) % 20 = 1',
  lean: '(n / 10) % 20 <> 1 AND n % 10 = 0',
  bare: '(n / 10) % 20 <> 1 AND n % 10 <> 0',
}
/** The number of copies inserted together. */
const BATCH = 40_000
/** Each has a part of the stores. */
const SESSIONS = 3
/** Of each store except the largest. */
const BUYERS_MAX = 3_000

type Load = {
  readonly storeId: string
  readonly orders: number
  /** Whether each order is complete, or only a twentieth. */
  readonly whole: boolean
  /** Documents are cut there: a page of 17 kB is most of an order. */
  readonly pageLength: number
  readonly templates: readonly Template[]
  /** Throws if the disk is nearly full. */
  check(): void
}

/** `say` receives progress lines. */
export async function loadOrders(
  url: string,
  load: Load,
  say: (line: string) => void,
): Promise<void> {
  const admin = await session(url)
  await makeStores(admin, load.storeId)
  await makePersons(admin, buyersOf(load))
  await admin.query(`CREATE UNLOGGED TABLE bench_ends AS SELECT s.id AS store_id,
    coalesce(e.position, 0) AS position FROM stores s
    LEFT JOIN event_streams e ON e.store_id = s.id AND e.sandbox`)
  // While there are few rows.
  const made: TemplateSql[] = []
  for (const each of load.templates) made.push(await templateSql(admin, each, load.pageLength))
  const indexes = await dropIndexes(admin)
  const works = Array.from({ length: SESSIONS }, (_, part) =>
    copyAll({ url, load, made, part, say }),
  )
  await Promise.all(works)
  await admin.query(`INSERT INTO event_streams (store_id, sandbox, position)
    SELECT store_id, true, position FROM bench_ends WHERE position > 0
    ON CONFLICT (store_id, sandbox) DO UPDATE SET position = excluded.position`)
  await admin.query('DROP TABLE bench_ends')
  say('indexes')
  await atOnce(url, indexes)
  say('seals')
  if (load.whole) {
    await admin.query('ANALYZE')
    await sealAll(admin)
  } else await sealAsOne(admin)
  say('tallies')
  await tallyAll(admin)
  say('statistics')
  await atOnce(
    url,
    [...TABLES, 'buyers', 'persons', 'seals'].map(
      (table) => `VACUUM (ANALYZE${load.whole ? ', FREEZE' : ''}) ${table}`,
    ),
  )
  await admin.query('ANALYZE')
  await admin.end()
}

type Part = {
  readonly url: string
  readonly load: Load
  readonly made: readonly TemplateSql[]
  readonly part: number
  readonly say: (line: string) => void
}

/** All orders of some stores, one template after the other. */
async function copyAll({ url, load, made, part, say }: Part): Promise<void> {
  const admin = await session(url)
  const sum = load.templates.reduce((total, { weight }) => total + weight, 0)
  let from = 0
  let passed = 0
  for (const [index, sql] of made.entries()) {
    // The open part is captured during the measurement.
    const isWhole = load.whole || load.templates[index]?.kind === 'open'
    passed += load.templates[index]?.weight ?? 0
    const to = Math.round((load.orders * passed) / sum)
    for (let first = from; first < to; first += BATCH) {
      const last = Math.min(first + BATCH, to)
      for (const form of isWhole ? WHOLE_FORM : LEAN_FORMS) {
        await copy(admin, { sql, load, part, from: first, to: last, form, isWhole })
      }
      load.check()
    }
    from = to
    if (index % 20 === 19) say(`part ${part}: ${from} orders`)
  }
  await admin.end()
}

/** Each statement once, by all sessions. */
async function atOnce(url: string, statements: readonly string[]): Promise<void> {
  const left = [...statements]
  const work = async () => {
    const admin = await session(url)
    for (let next = left.shift(); next !== undefined; next = left.shift()) await admin.query(next)
    await admin.end()
  }
  await Promise.all(Array.from({ length: SESSIONS }, work))
}

async function session(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`SET session_replication_role = replica; SET TimeZone = 'UTC';
    SET default_toast_compression = lz4; SET maintenance_work_mem = '1GB'; SET work_mem = '128MB';
    SET max_parallel_maintenance_workers = 1; SET jit = off`)
  return client
}

async function makeStores(admin: pg.Client, storeId: string): Promise<void> {
  const own = await admin.query(
    `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
     WHERE attrelid = 'stores'::regclass AND attnum > 0 AND attname <> 'id'`,
  )
  const { names } = own.rows[0]
  await admin.query(
    `INSERT INTO stores (id, ${names}) SELECT 'store-' || lpad(n::text, 4, '0'), ${names}
     FROM stores CROSS JOIN generate_series(1, ${STORES - 1}) n WHERE id = $1`,
    [storeId],
  )
  // Secrets are encrypted for their own store: nobody could decrypt a copy.
  await admin.query(`UPDATE stores SET notification_secret = '-', notification_token = NULL
    WHERE id LIKE 'store-%'`)
  await admin.query(
    `INSERT INTO payout_calendars (store_id, sandbox, next_at)
     SELECT 'store-' || lpad(n::text, 4, '0'), sandbox, next_at
     FROM payout_calendars CROSS JOIN generate_series(1, ${STORES - 1}) n WHERE store_id = $1`,
    [storeId],
  )
}

/** The number of different buyers: those of other stores are some of the largest store's. */
const buyersOf = ({ orders }: Load): number => Math.max(10, Math.floor(orders / 30))

/** Of buyer number `buyer`. */
const PERSON = {
  id: "md5('person ' || buyer)",
  type: "CASE WHEN buyer % 10 = 0 THEN 'nie' ELSE 'nif' END",
  document: "lpad(buyer::text, 8, '0') || 'Z'",
  at: "timestamptz '2024-01-01Z' + buyer * interval '1 minute'",
}

async function makePersons(admin: pg.Client, buyers: number): Promise<void> {
  await admin.query(
    `INSERT INTO persons (id, sandbox, document_country, document_type, document_number,
       created_at)
     SELECT ${PERSON.id}, true, 'ES', ${PERSON.type}, ${PERSON.document}, ${PERSON.at}
     FROM generate_series(0, $1::int - 1) buyer`,
    [buyers],
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

type Copying = {
  readonly sql: TemplateSql
  readonly load: Load
  readonly part: number
  readonly from: number
  readonly to: number
  readonly form: Form
  /** Whether all of them have this form. */
  readonly isWhole: boolean
}

/**
 * The store of order number n: a tenth belong to the largest store, the others to few large ones.
 */
const STORE = `CASE WHEN n % 10 = 0 THEN $1 ELSE 'store-' || lpad((1 + floor(${STORES - 1}
  * power((n * 7919::bigint % 1000003) / 1000003.0, 2)))::int::text, 4, '0') END`
const FIRST = "(ARRAY['Ana', 'José', 'María', 'Luis', 'Carmen', 'Íñigo', 'Ada', 'Pedro'])"
const LAST = "(ARRAY['García', 'Martínez', 'López', 'Ruiz', 'Alonso', 'Moreno', 'Vidal'])"
const PLAIN = (text: string) => `lower(translate(${text}, 'áéíóúñÁÉÍÓÚÑ', 'aeiounAEIOUN'))`

/** The differences of each copy. The first and the last of a store's buyers are two years apart. */
const BASE = `SELECT n, store_id, s, s * interval '1 second' AS shift, first, last,
    ${PLAIN(`first || '.' || last`)} || buyer || (ARRAY['@example.com', '@correo.test',
      '@mail.example.org'])[1 + n % 3] AS email, 'M-' || n AS mid, buyer::text AS account,
    'buyer-' || buyer AS buyer_id, ${PERSON.document} AS document, buyer
  FROM (SELECT n, ${STORE} AS store_id, (n * 48271::bigint % ${SPREAD_S})::int AS s,
      ${FIRST}[1 + n * 31 % 8] AS first, ${LAST}[1 + n * 17 % 7] AS last,
      ((n / 10) * 7919::bigint % CASE WHEN n % 10 = 0 THEN $4::int
        ELSE least($4::int, ${BUYERS_MAX}) END)::int AS buyer
    FROM generate_series($2::int + 1, $3::int) n) g`

async function copy(
  admin: pg.Client,
  { sql, load, part, from, to, form, isWhole }: Copying,
): Promise<void> {
  await admin.query('BEGIN')
  await admin.query(
    `CREATE TEMP TABLE copies ON COMMIT DROP AS WITH base AS MATERIALIZED (
       SELECT b.*, e.position AS stream_end, row_number() OVER (PARTITION BY b.store_id
         ORDER BY b.s, b.n) AS rank
       FROM (${BASE}) b JOIN bench_ends e USING (store_id)
       WHERE (${isWhole ? 'true' : OF_FORM[form]})
         AND abs(hashtext(b.store_id) % ${SESSIONS}) = $5)
     ${sql.batch(form)}`,
    [load.storeId, from, to, buyersOf(load), part],
  )
  for (const insert of sql.inserts(form)) await admin.query(insert)
  await admin.query(`INSERT INTO buyers (store_id, sandbox, id, document_country, document_type,
      document_number, phone_country, phone_number, person_id, created_at)
    SELECT DISTINCT ON (store_id, buyer) store_id, true, buyer_id, 'ES', ${PERSON.type}, document,
      CASE WHEN buyer % 20 = 0 THEN 'FR' ELSE 'ES' END, (600000000 + buyer)::text, ${PERSON.id},
      ${PERSON.at}
    FROM copies ON CONFLICT DO NOTHING`)
  await admin.query(`UPDATE bench_ends e SET position = e.position + c.count * ${sql.events(form)}
    FROM (SELECT store_id, count(*) AS count FROM copies GROUP BY store_id) c
    WHERE e.store_id = c.store_id`)
  await admin.query('COMMIT')
}
