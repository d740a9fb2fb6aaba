/**
 * Many confirmed orders quickly: one is created by the service itself, over HTTP, and its rows are
 * copied in SQL. The copies differ from it in ids, `mid` and the hashes of the signature and of
 * their ledger entry, so that constraints, hash chain and audit are valid for each, as for a real
 * order.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { SIGNED_TEXT } from '../packages/server/src/audit/document-checks.ts'
import { auditOf, type RunningServer } from '../test/running-server.ts'

/** Order number n, of 1…count, has the id `prefix` + the end of md5(n). */
export type Orders = { readonly storeId: string; readonly prefix: string; readonly count: number }

export function orderId(prefix: string, number: number): string {
  return prefix + createHash('md5').update(String(number)).digest('hex').slice(-24)
}

/** The id of a copied row of any kind; `$1` is the template's order. */
const copiedId = (number: string, id: string): string =>
  `left($1, 8) || right(md5(${number} || ${id}), 24)`

/**
 * The copies' ids begin with the time of the template's, like those of orders created within a
 * second. The ledger refuses updates, so the hashes are computed before the first row is written,
 * as the auditor computes them. `$3…` are the ids of the signed documents.
 */
const copies = (signed: readonly string[]): string => `INSERT INTO copies
  SELECT n, c.id, s.hash, encode(sha256(convert_to(concat_ws('|', e.previous_hash, e.store_id, c.id,
    e.sequence, e.kind, replace(e.effect_id, $1, c.id), e.currency,
    to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p.moved, s.hash),
    'UTF8')), 'hex')
  FROM ledger_entries e
    CROSS JOIN (SELECT string_agg(number || ':' || debit || '>' || credit || ':' || amount, ','
      ORDER BY number) AS moved FROM ledger_postings WHERE order_id = $1) p
    CROSS JOIN (SELECT ${SIGNED_TEXT} AS text FROM order_details b WHERE b.order_id = $1) t
    CROSS JOIN generate_series(1, $2::int) n
    CROSS JOIN LATERAL (SELECT left($1, 8) || right(md5(n::text), 24) AS id) c
    CROSS JOIN LATERAL (SELECT encode(sha256(convert_to(${signed.reduce((text, _id, index) => {
      const id = `$${index + 3}::text`
      return `replace(${text}, ${id}, ${copiedId('n', id)})`
    }, 'replace(t.text, $1, c.id)')}, 'UTF8')), 'hex') AS hash) s
  WHERE e.order_id = $1`

const SIGNED_IDS = `SELECT id FROM decisions WHERE order_id = $1
  UNION ALL SELECT id FROM documents WHERE order_id = $1`

/** Further values of a copied row besides the order's id. */
const TABLES = [
  {
    table: 'orders',
    key: 'id',
    own: `jsonb_build_object('mid', 'bench-' || c.n, 'ledger_head', c.hash)`,
  },
  {
    table: 'order_details',
    key: 'order_id',
    own: `jsonb_build_object('signed_hash', c.signed)`,
  },
  { table: 'loans', key: 'order_id', own: `'{}'::jsonb` },
  { table: 'instalments', key: 'order_id', own: `'{}'::jsonb` },
  { table: 'payment_methods', key: 'order_id', own: `'{}'::jsonb` },
  {
    table: 'decisions',
    key: 'order_id',
    own: `jsonb_build_object('id', ${copiedId('c.n', 't.id')})`,
  },
  {
    table: 'documents',
    key: 'order_id',
    own: `jsonb_build_object('id', ${copiedId('c.n', 't.id')}, 'html', t.html)`,
  },
  {
    table: 'events',
    key: 'order_id',
    own: `jsonb_build_object('id', ${copiedId('c.n', 't.id')}, 'position', NULL, 'data',
      replace(t.data::text, $1, c.id)::jsonb || jsonb_build_object('mid', 'bench-' || c.n))`,
  },
  {
    table: 'ledger_entries',
    key: 'order_id',
    own: `jsonb_build_object('hash', c.hash, 'content_hash', c.signed)`,
  },
  { table: 'ledger_postings', key: 'order_id', own: `'{}'::jsonb` },
]

/** Copies the order `template`, whose only ledger entry is its confirmation. */
export async function copyOrders(
  client: pg.Client,
  template: string,
  count: number,
): Promise<Orders> {
  await client.query('CREATE TEMP TABLE copies (n int, id text, signed text, hash text)')
  const signed = (await client.query(SIGNED_IDS, [template])).rows.map(({ id }) => id)
  const { rowCount } = await client.query(copies(signed), [template, count, ...signed])
  if (rowCount !== count) throw new Error(`${rowCount} copies instead of ${count}`)
  for (const { table, key, own } of TABLES) {
    const columns = await storedColumns(client, table)
    await client.query(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.map((column) => `made.${column}`).join(', ')}
       FROM ${table} t CROSS JOIN copies c
         CROSS JOIN LATERAL jsonb_populate_record(t,
           replace(to_jsonb(t)::text, $1, c.id)::jsonb || ${own}) made
       WHERE t.${key} = $1`,
      [template],
    )
  }
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query('SELECT store_id FROM orders WHERE id = $1', [template])
  return { storeId: rows[0].store_id, prefix: template.slice(0, 8), count }
}

/** Columns that the database does not compute itself. */
async function storedColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

export async function countCaptures(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT count(*) AS number FROM captures')
  return Number(rows[0].number)
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The role may have the limits of one behind a pooler; copying takes longer.
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
  return client
}

/** The auditor's findings on the rows: none, if they are like the service's. */
export async function auditOfCopies(server: RunningServer, admin: pg.Client): Promise<string[]> {
  await admin.query('ANALYZE')
  try {
    const { findings } = await auditOf(server)
    // Copied orders and captures of pgbench have no actions of their own, which favours pgbench.
    const ours = findings.filter(({ invariant }) => invariant !== 'L2')
    return ours.map((finding) => `the audit found: ${JSON.stringify(finding)}`)
  } catch (error) {
    return [(error as Error).message.trim()]
  }
}
