/**
 * A pgbench script from the service's statements for one checkout: those of the server's log, with
 * parameters instead of values. The values of that checkout alone (ids, the store's order id, the
 * buyer's document, the hashes of signature and ledger entry) are new each time, so that every
 * constraint holds and the audit accepts the rows.
 */
import type { Client } from 'pg'
import { ACTION_SAID } from '../packages/server/src/audit/action-checks.ts'
import { SIGNED_TEXT } from '../packages/server/src/audit/document-checks.ts'
import type { Exchanges } from './exchanges.ts'

/** A logged statement; `values` as texts. */
type Sent = {
  readonly pid: number
  readonly text: string
  readonly values: readonly (string | null)[]
  /** The statements of one round trip. */
  readonly exchange: string
}

/** The logged checkout. */
type Template = { readonly id: string; readonly mid: string; readonly document: string }

export type CheckoutScript = {
  readonly text: string
  readonly variables: Readonly<Record<string, string>>
  /** The numbers of the service's statements and transactions in it. */
  readonly statements: number
  readonly transactions: number
  readonly roundTrips: number
}

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
/** Between the first and the last id of one checkout. */
const SECONDS_MAX = 60
/** The most checkouts of each client in a run. */
export const EACH_MAX = 20_000

/** A Spanish identity document with its check letter. */
export const documentOf = (number: number): string =>
  `${String(number).padStart(8, '0')}${LETTERS[number % LETTERS.length]}`

type Sizes = Exchanges['sizes']

/** Turns the template into a script; `client` reads log and rows, as a superuser. */
export async function checkoutScript(
  client: Client,
  template: Template,
  sizes: Sizes,
): Promise<CheckoutScript> {
  const path = pathOf(await readLog(client, sizes), template)
  const fresh = freshOf(path, template)
  const hashed = await hashedTexts(client, template.id)
  const varying = new Map<string, string>()
  const variables: Record<string, string> = { signed: hashed.signed, booked: hashed.booked }
  for (const [index, { said }] of hashed.actions.entries()) variables[`acted${index}`] = said
  const names = new Map<string, string>()
  const hashes = hashed.actions.map(({ hash }) => hash)
  const tokens = [...fresh.keys(), hashed.signedHash, hashed.bookedHash, ...hashes]
  const nameOf = (value: string): string => {
    const name = names.get(value) ?? `v${names.size}`
    if (names.has(value)) return name
    names.set(value, name)
    // The signed pages are not changed: they have some kilobytes each, and are hashed as they are.
    const varies = !value.startsWith('<!doctype') && tokens.some((token) => value.includes(token))
    variables[varies ? `of_${name}` : name] = value
    if (varies) varying.set(name, value)
    return name
  }
  const lines = path.map((transaction) => linesOf(transaction, nameOf))
  const prelude = preludeOf(fresh, hashed, varying)
  return {
    text: `${[...prelude, ...lines.flat()].join('\n')}\n`,
    variables,
    statements: path.flat().length,
    transactions: path.length,
    roundTrips: new Set(path.flat().map(({ exchange }) => exchange)).size,
  }
}

/** Everything that was logged, in order. */
async function readLog(client: Client, sizes: Sizes): Promise<Sent[]> {
  const { rows } = await client.query(`SELECT pg_read_file(pg_current_logfile('jsonlog')) AS text`)
  const entries: string[] = rows[0].text.split('\n').filter((each: string) => each !== '')
  const exchangeOf = numbering(sizes)
  return entries.flatMap((entry) => {
    const { pid, remote_port: port, message = '', detail = '' } = JSON.parse(entry)
    const [, text] = /^execute [^:]*: (.*)$/s.exec(message) ?? []
    if (text === undefined) return []
    const values: (string | null)[] = []
    for (const [, index, value, quoted] of detail.matchAll(/\$(\d+) = (NULL|'((?:[^']|'')*)')/g)) {
      values[Number(index) - 1] = value === 'NULL' ? null : quoted.replaceAll("''", "'")
    }
    return [{ pid, text, values, exchange: exchangeOf(port) }]
  })
}

/** The exchange of each statement of a session, in order. */
function numbering(sizes: Sizes): (port: number) => string {
  const places = new Map<number, { exchange: number; left: number }>()
  return (port) => {
    const place = places.get(port) ?? { exchange: -1, left: 0 }
    places.set(port, place)
    while (place.left === 0) place.left = sizes.get(port)?.[++place.exchange] ?? 1
    place.left--
    return `${port}/${place.exchange}`
  }
}

/**
 * The transactions of the order, up to its confirmation. The search for due notifications is
 * excluded: it takes those of many orders together.
 */
function pathOf(sent: readonly Sent[], { id, mid }: Template): Sent[][] {
  const isOfOrder = (all: readonly Sent[]) =>
    all.some(({ values }) => values.some((each) => each?.includes(id) || each?.includes(mid)))
  const isClaim = (all: readonly Sent[]) =>
    all.some(({ text }) => /LIMIT \$\d+ FOR UPDATE/.test(text))
  const begun = new Map<number, Sent[]>()
  const path: Sent[][] = []
  const take = (all: Sent[]) => {
    if (isOfOrder(all) && !isClaim(all)) path.push(all)
  }
  for (const each of sent) {
    const open = each.text === 'BEGIN' ? [] : begun.get(each.pid)
    if (open === undefined) {
      take([each])
      continue
    }
    open.push(each)
    begun.set(each.pid, open)
    if (each.text !== 'COMMIT' && each.text !== 'ROLLBACK') continue
    begun.delete(each.pid)
    if (each.text === 'COMMIT') take(open)
  }
  const confirms = path.findIndex((all) =>
    all.some(({ text }) => text.includes('ledger_entries (')),
  )
  if (confirms < 0) throw new Error('the log does not show how the order was confirmed')
  return path.slice(0, confirms + 1)
}

/** The values of this checkout alone, and the SQL of their replacements. */
function freshOf(path: readonly Sent[][], { id, mid, document }: Template): Map<string, string> {
  const begun = Number.parseInt(id.slice(0, 8), 16)
  const ids = path
    .flat()
    .flatMap(({ values }) => values.filter((each) => each !== null))
    .flatMap((each) => each.match(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g) ?? [])
    .filter((each) => {
      const seconds = Number.parseInt(each.slice(0, 8), 16) - begun
      return seconds >= 0 && seconds <= SECONDS_MAX
    })
  return new Map([
    ...ids.map((each): [string, string] => [
      each,
      `left('${each}', 8) || right(md5(:number::text || '${each}'), 24)`,
    ]),
    [mid, `'bench-' || :number::text`],
    [
      document,
      `lpad(:number::text, 8, '0')
      || substr('${LETTERS}', :number::int % ${LETTERS.length} + 1, 1)`,
    ],
  ])
}

/** The hashed texts of the template, and the hashes, as the auditor computes them. */
async function hashedTexts(client: Client, id: string) {
  const { rows } = await client.query(
    `SELECT ${SIGNED_TEXT} AS signed, b.signed_hash AS "signedHash", e.hash AS "bookedHash",
       concat_ws('|', e.previous_hash, e.store_id, e.order_id, e.sequence, e.kind, e.effect_id,
         e.currency, to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
         (SELECT string_agg(number || ':' || debit || '>' || credit || ':' || amount, ','
            ORDER BY number) FROM ledger_postings WHERE order_id = e.order_id),
         e.content_hash) AS booked
     FROM order_details b JOIN ledger_entries e ON e.order_id = b.order_id
     WHERE b.order_id = $1`,
    [id],
  )
  const { rows: actions } = await client.query(
    `SELECT ${ACTION_SAID} AS said, a.content_hash AS hash FROM actions a
     WHERE a.object_id = $1 AND a.content_hash IS NOT NULL ORDER BY a.at, a.id`,
    [id],
  )
  const [order] = rows as [Hashed]
  return { ...order, actions: actions as { said: string; hash: string }[] }
}

type Hashed = { signed: string; signedHash: string; booked: string; bookedHash: string }

const sha256 = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** Computes every varying value, in one statement before those of the service. */
function preludeOf(
  fresh: ReadonlyMap<string, string>,
  { signed, signedHash, booked, bookedHash, actions }: Awaited<ReturnType<typeof hashedTexts>>,
  varying: ReadonlyMap<string, string>,
): string[] {
  const columns = new Map([...fresh.keys()].map((token, index) => [token, `f${index}`]))
  const renewed = (variable: string, value: string, more: Readonly<Record<string, string>> = {}) =>
    [...columns, ...Object.entries(more)]
      .filter(([token]) => value.includes(token))
      .reduce(
        (sql, [token, column]) => `replace(${sql}, '${token}', ${column})`,
        `:${variable}::text`,
      )
  const first = [...fresh].map(([token, sql]) => `${sql} AS ${columns.get(token)}`)
  const byThen = { [signedHash]: 'signed_hash', [bookedHash]: 'booked_hash' }
  const acted = actions.map(({ said }, index) => {
    const hash = sha256(renewed(`acted${index}`, said, byThen))
    return `${hash} AS acted_hash${index}`
  })
  const ofActions = actions.map(({ hash }, index) => [hash, `acted_hash${index}`])
  const hashes = { ...byThen, ...Object.fromEntries(ofActions) }
  const all = [...varying].map(
    ([name, value]) => `${renewed(`of_${name}`, value, hashes)} AS ${name}`,
  )
  return [
    '\\set count :count + 1',
    `\\set number :base + :client_id * ${EACH_MAX} + :count`,
    `WITH fresh AS MATERIALIZED (SELECT ${first.join(',\n  ')}),`,
    `signing AS MATERIALIZED (SELECT *, ${sha256(renewed('signed', signed))} AS signed_hash`,
    '  FROM fresh),',
    `booking AS MATERIALIZED (SELECT *, ${sha256(
      renewed('booked', booked, { [signedHash]: 'signed_hash' }),
    )} AS booked_hash`,
    `  FROM signing),`,
    `acting AS MATERIALIZED (SELECT *, ${acted.join(',\n  ')}`,
    `  FROM booking) SELECT ${all.join(',\n  ')} FROM acting \\gset`,
  ]
}

/** Statements that the service sends together are sent together. */
function linesOf(transaction: readonly Sent[], nameOf: (value: string) => string): string[] {
  const exchanges = Map.groupBy(transaction, ({ exchange }) => exchange)
  return [...exchanges.values()].flatMap((sent) => {
    const statements = sent.map(({ text, values }) => {
      const named = text.replace(/\$(\d+)/g, (_all, index) => {
        const value = values[Number(index) - 1] ?? null
        if (value === null) return 'NULL'
        // pgbench has no empty variables.
        return value === '' ? "''" : `:${nameOf(value)}`
      })
      return `${named};`
    })
    if (statements.length === 1) return statements
    return ['\\startpipeline', ...statements, '\\endpipeline']
  })
}
