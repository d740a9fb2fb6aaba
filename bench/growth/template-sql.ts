/** The rows of an order as SQL that creates as many copies as there are rows in `copies`. */
import pg from 'pg'
import { SIGNED_TEXT } from '../../packages/server/src/audit/document-checks.ts'
import { PLACEHOLDERS, type Template } from './journey.ts'

/**
 * `lean`: the rows that lists, streams and statements need. `bare`: the order, its details and its
 * first event, whose JSON is that of the template.
 */
export type Form = 'whole' | 'lean' | 'bare'

/** In this order; an incomplete copy has only the first ones. */
const LEAN = ['orders', 'order_details', 'events', 'settlement_lines']
const WHOLE = [
  ...['captures', 'refunds', 'capture_refunds', 'voids'],
  ...['decisions', 'documents', 'payment_methods', 'ledger_entries'],
  ...['ledger_postings', 'loans', 'instalments', 'allocations', 'reductions', 'payments'],
  ...['notifications', 'notification_attempts'],
]
export const TABLES = [...LEAN, ...WHOLE]

/** Instants that depend on a day and not on the time. */
const OF_DAYS = new Set(['loans.due_at'])

type Column = { readonly name: string; readonly type: string }
type Value = Column & { readonly text: string | null }
type TemplateRow = { readonly table: string; readonly values: readonly Value[] }

export type TemplateSql = {
  /** Selects the copy's own values from `base`, including hashes. */
  readonly batch: (form: Form) => string
  /** The statements that insert the copies, which are in the temporary table `copies`. */
  readonly inserts: (form: Form) => readonly string[]
  /** The number of them for a copy. */
  readonly events: (form: Form) => number
}

/** Columns of `copies` that only complete ones have. */
const HASH = /^c\.([dh]\d+|signed)$/
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z`

export async function templateSql(
  client: pg.Client,
  template: Template,
  pageLength: number,
): Promise<TemplateSql> {
  const rows: TemplateRow[] = []
  for (const table of TABLES) {
    const { id } = template
    rows.push(...(await readRows(client, { table, id, pageLength })))
  }
  const of = (table: string) => rows.filter((row) => row.table === table)
  const textOf = (row: TemplateRow | undefined, name: string) =>
    row?.values.find((value) => value.name === name)?.text ?? ''
  const order = of('orders')[0]
  const tokens = new Map<string, string>([
    [textOf(order, 'store_id'), 'c.store_id'],
    [template.mid, 'c.mid'],
    [textOf(order, 'buyer_id'), 'c.buyer_id'],
    [PLACEHOLDERS.first, 'c.first'],
    [PLACEHOLDERS.last, 'c.last'],
    [PLACEHOLDERS.email, 'c.email'],
    [PLACEHOLDERS.account, 'c.account'],
    [template.document, 'c.document'],
  ])
  tokens.delete('')
  const ids = idsOf(rows, new Set(tokens.keys()))
  for (const [index, id] of ids.entries()) tokens.set(id, `c.i${index}`)
  const hashed: string[][] = []
  const documents = of('documents').map((row) => textOf(row, 'html'))
  hashed.push(documents.map((html, index) => `${sha256(html, tokens)} AS d${index}`))
  for (const [index, row] of of('documents').entries()) {
    tokens.set(textOf(row, 'sha256'), `c.d${index}`)
  }
  const signedHash = textOf(of('order_details')[0], 'signed_hash')
  if (signedHash !== '') {
    const text = `SELECT ${SIGNED_TEXT} AS text FROM order_details b WHERE b.order_id = $1`
    const { rows: signed } = await client.query(text, [template.id])
    hashed.push([`${sha256(signed[0].text, tokens)} AS signed`])
    tokens.set(signedHash, 'c.signed')
  }
  for (const [index, { text, hash }] of (await chainOf(client, template.id)).entries()) {
    hashed.push([`${sha256(text, tokens)} AS h${index}`])
    tokens.set(hash, `c.h${index}`)
  }
  return statementsOf({ rows, tokens, ids, hashed })
}

type Parts = {
  readonly rows: readonly TemplateRow[]
  readonly tokens: ReadonlyMap<string, string>
  readonly ids: readonly string[]
  readonly hashed: readonly (readonly string[])[]
}

function statementsOf({ rows, tokens, ids, hashed }: Parts): TemplateSql {
  const forms = { whole: rows, lean: leanRows(rows), bare: bareRows(rows) }
  const eventsOf = (form: Form) => forms[form].filter(({ table }) => table === 'events')
  return {
    events: (form) => eventsOf(form).length,
    batch(form) {
      const own = new Set(idsOf(forms[form], new Set()))
      const level = ids.flatMap((id, index) =>
        own.has(id) ? [`${idExpression(secondOf(rows, id), index)} AS i${index}`] : [],
      )
      const hashes = form === 'whole' ? hashed.map((each) => each.join(', ')) : []
      return [level.join(', '), ...hashes]
        .filter((each) => each !== '')
        .reduce(
          (from, each) => `SELECT c.*, ${each} FROM (${from} OFFSET 0) c`,
          'SELECT * FROM base',
        )
    },
    inserts(form) {
      const own = new Set(idsOf(forms[form], new Set()))
      const isKnown = ([text, column]: readonly [string, string]) =>
        form === 'whole' || (!HASH.test(column) && (!/^c\.i\d/.test(column) || own.has(text)))
      const known = new Map([...tokens].filter(isKnown))
      const events = eventsOf(form)
      return forms[form].map((row) =>
        insertOf(row, known, {
          ...{ place: events.indexOf(row) + 1, of: events.length, form },
        }),
      )
    },
  }
}

type Reading = { readonly table: string; readonly id: string; readonly pageLength: number }

async function readRows(
  client: pg.Client,
  { table, id, pageLength }: Reading,
): Promise<TemplateRow[]> {
  const { rows: columns } = await client.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' ORDER BY a.attnum`,
    [table],
  )
  const list = columns.map(({ name }) => `"${name}"::text`).join(', ')
  const key = table === 'orders' ? 'id' : 'order_id'
  const inOrder = table === 'events' ? ' ORDER BY sequence' : ''
  const { rows } = await client.query(`SELECT ${list} FROM ${table} WHERE ${key} = $1${inOrder}`, [
    id,
  ])
  return rows.map((row) => ({
    table,
    values: columns.map((column) => {
      const { name } = column
      const isPage = table === 'documents' && name === 'html'
      return { ...column, text: isPage ? row[name].slice(0, pageLength) : row[name] }
    }),
  }))
}

/** Every id in a column with this name; also those of others, such as a message's. */
function idsOf(rows: readonly TemplateRow[], known: ReadonlySet<string>): string[] {
  const ids = new Set<string>()
  for (const { values } of rows) {
    for (const { name, text } of values) {
      const id = /(?:^|_)([0-9a-f]{32})$/.exec(text ?? '')?.[1]
      if (/(^|_)id$/.test(name) && id !== undefined && !known.has(id)) ids.add(id)
    }
  }
  return [...ids]
}

/** The time of creation of the row with the id: by the row, whose clock differs from the ids'. */
function secondOf(rows: readonly TemplateRow[], id: string): number {
  const textOf = ({ values }: TemplateRow, column: string) =>
    values.find(({ name }) => name === column)?.text
  const own = rows.find((row) => textOf(row, 'id') === id)
  const made = own === undefined ? undefined : textOf(own, 'created_at')
  return made == null ? Number.parseInt(id.slice(0, 8), 16) : Date.parse(made) / 1_000
}

/** Like the service's: the second of their creation, and random bits. */
function idExpression(second: number, index: number): string {
  return `to_hex(${Math.floor(second)} + c.s) || substr(md5(c.n || '-${index}'), 1, 24)`
}

const sha256 = (text: string, tokens: ReadonlyMap<string, string>): string =>
  `encode(sha256(convert_to(${expression(text, tokens)}, 'UTF8')), 'hex')`

/** The hashed text of each entry of the order's ledger. */
async function chainOf(client: pg.Client, id: string): Promise<{ text: string; hash: string }[]> {
  const { rows } = await client.query(
    `SELECT concat_ws('|', n.previous_hash, n.store_id, n.order_id, n.sequence, n.kind,
        n.effect_id, n.currency,
        to_char(n.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        (SELECT string_agg(number || ':' || debit || '>' || credit || ':' || amount, ','
          ORDER BY number) FROM ledger_postings p
          WHERE p.order_id = n.order_id AND p.sequence = n.sequence), n.content_hash) AS text,
      n.hash FROM ledger_entries n WHERE n.order_id = $1 ORDER BY n.sequence`,
    [id],
  )
  return rows
}

function expression(text: string, tokens: ReadonlyMap<string, string>): string {
  const pattern = new RegExp(`(${[...tokens.keys(), INSTANT].join('|')})`)
  const parts = text.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [pg.escapeLiteral(part)]
    const column = tokens.get(part)
    if (column !== undefined) return [column]
    const digits = part.length > 'YYYY-MM-DDTHH:MM:SS.mmmZ'.length ? 'US' : 'MS'
    return [
      `to_char((timestamptz '${part}' + c.shift) AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`,
    ]
  })
  return parts.flat().join(' || ') || `''`
}

/** Among the events of its order, from 1. */
type InStream = { readonly place: number; readonly of: number; readonly form: Form }

function insertOf(
  { table, values }: TemplateRow,
  tokens: ReadonlyMap<string, string>,
  { place, of, form }: InStream,
): string {
  const cells = values.map(({ name, type, text }) => {
    // In its store's stream, after the existing events.
    if (table === 'events' && name === 'position') {
      return `c.stream_end + (c.rank - 1) * ${of} + ${place}`
    }
    if (text === null) return 'NULL'
    if (type === 'jsonb' && form === 'bare') return `${pg.escapeLiteral(text)}::jsonb`
    if (type.startsWith('timestamp') && !OF_DAYS.has(`${table}.${name}`)) {
      return `timestamptz '${text}' + c.shift`
    }
    if (/^(text|jsonb)/.test(type)) return `(${expression(text, tokens)})::${type}`
    return `'${text}'::${type}`
  })
  const names = values.map(({ name }) => `"${name}"`).join(', ')
  return `INSERT INTO ${table} (${names}) SELECT ${cells.join(', ')} FROM copies c`
}

/** Omitted from the details of an incomplete one. */
const STRIPPED: Readonly<Record<string, string | null>> = {
  request: '{}',
  articles: '[]',
  buyer: null,
  offer: null,
  loan_terms: null,
}

const bareRows = (rows: readonly TemplateRow[]): TemplateRow[] =>
  leanRows(rows.filter(({ table }) => table !== 'settlement_lines'))

/** Its first event, and those of its lines. */
function leanRows(rows: readonly TemplateRow[]): TemplateRow[] {
  const textOf = ({ values }: TemplateRow, column: string) =>
    values.find(({ name }) => name === column)?.text
  const booked = new Set(
    rows
      .filter(({ table }) => table === 'settlement_lines')
      .map((row) => textOf(row, 'event_sequence')),
  )
  const isNeeded = (row: TemplateRow): boolean => {
    const sequence = textOf(row, 'sequence')
    return row.table !== 'events' || sequence === '1' || booked.has(sequence)
  }
  return rows
    .filter((row) => LEAN.includes(row.table) && isNeeded(row))
    .map((row) => {
      if (row.table !== 'order_details') return row
      const values = row.values.map((value) => ({
        ...value,
        text: value.name in STRIPPED ? (STRIPPED[value.name] ?? null) : value.text,
      }))
      return { ...row, values }
    })
}
