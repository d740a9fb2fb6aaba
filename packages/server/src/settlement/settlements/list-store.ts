import type { orderStatus } from '../../model/order/order.ts'
import type { Payout } from '../../model/payouts/payout.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { isId } from '../../platform/ids.ts'
import { assert } from '../../platform/refusal.ts'
import { areCounted } from '../tallies/store.ts'
import type { SettlementLine } from './settlement.ts'

/** The filters and orderings of a store's commercial transactions (contract §9). */
export const paymentList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'l.id' },
    type: { kind: 'text', sql: 'l.type' },
    'order-id': { kind: 'text', sql: 'l.order_id', nullable: true },
    'order-mid': { kind: 'text', sql: 'o.mid', nullable: true },
    currency: { kind: 'text', sql: 'l.currency' },
    amount: { kind: 'number', sql: 'l.amount', decimal: true },
    net: { kind: 'number', sql: 'l.net', decimal: true },
    created: { kind: 'date', sql: 'l.created_at' },
  },
  orderings: { created: 'l.created_at', amount: 'l.amount', net: 'l.net' },
  q: [],
  created: 'l.created_at',
  id: 'l.id',
  key: "l.created_at || '/' || l.id",
}

/** A line with the store's name for its order. */
export type ListedLine = { readonly line: SettlementLine; readonly mid: string | null }

type LinesOf = {
  readonly storeId: string
  readonly sandbox: boolean
  /** Only the lines that it covers. */
  readonly payout?: Payout
}

export async function listLines(
  reader: Reader,
  { storeId, sandbox, payout }: LinesOf,
  query: ListQuery,
): Promise<{ count: number; lines: ListedLine[] }> {
  const own = sql`l.store_id = ${storeId} and l.sandbox = ${sandbox}`
  const { count, ids } = await listPage(
    reader,
    {
      table: paymentList,
      from(uses) {
        const events = sql`join events e on e.store_id = l.store_id and e.order_id = l.order_id
          and e.sequence = l.event_sequence`
        const orders = sql`left join orders o on o.store_id = l.store_id and o.id = l.order_id`
        return sql`settlement_lines l ${payout === undefined ? sql`` : events}
          ${uses('o') ? orders : sql``}`
      },
      where:
        payout === undefined
          ? own
          : sql`${own} and l.currency = ${payout.currency}
              and e.store_id = ${storeId} and e.sandbox = ${sandbox}
              and e.position > ${payout.fromPosition} and e.position <= ${payout.toPosition}`,
      ...(payout === undefined
        ? {
            tallies: {
              from: sql`line_tallies l`,
              where: own,
              counted: areCounted({ storeId, sandbox }),
              properties: ['type', 'currency'],
            },
          }
        : {}),
    },
    query,
  )
  return { count, lines: await readListed(reader, { storeId, sandbox }, ids) }
}

/** Late, by their keys: what goes before a page far from the first is never read whole. */
async function readListed(
  reader: Reader,
  { storeId, sandbox }: LinesOf,
  keys: readonly string[],
): Promise<ListedLine[]> {
  if (keys.length === 0) return []
  const rows = await reader.query(
    select(
      LISTED_LINE,
      `FROM unnest($3::text[]) k (key)
         JOIN settlement_lines l ON l.store_id = $1 AND l.sandbox = $2
           AND l.created_at = split_part(k.key, '/', 1)::timestamptz
           AND l.id = split_part(k.key, '/', 2)
         LEFT JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id`,
    ),
    [storeId, sandbox, keys],
  )
  const byId = new Map(rows.map((row) => [row.line.id, row]))
  return keys.map((key) => {
    const row = byId.get(key.slice(key.indexOf('/') + 1))
    assert(row !== undefined, `there is no line ${key}`)
    return row
  })
}

/** Its order's name is null where it has no order. */
export const LISTED_LINE = columns('settlement_lines', 'l')
  .as('line')
  .and(computed<{ mid: string | null }>({ mid: 'o.mid' }))

/** A line, and all that it leads to. */
export type OpenedLine = ListedLine & {
  readonly orderStatus: ReturnType<typeof orderStatus> | null
  readonly entry: OpenedEntry | null
  /** The payout that covers it, or that it belongs to. */
  readonly payoutId: string | null
}

type OpenedEntry = {
  readonly sequence: number
  readonly kind: string
  readonly effectId: string
  readonly createdAt: Date
  readonly previousHash: string
  readonly hash: string
  readonly postings: readonly { debit: string; credit: string; amount: number }[]
}

/** An id begins with the second in which it was made, which is mostly about that of its row. */
const ABOUT_MS = 600_000

/** Lines are stored by their time: first those of about that time are looked through, then all. */
export async function findLine(
  reader: Reader,
  { storeId, sandbox }: LinesOf,
  id: string,
): Promise<OpenedLine | undefined> {
  if (!isId(id)) return undefined
  const made = Number.parseInt(id.slice(0, 8), 16) * 1_000
  const find = (...between: (Date | string)[]) =>
    reader.query(
      select(
        LISTED_LINE.and(LEADS_TO),
        `FROM settlement_lines l
           LEFT JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
         WHERE l.store_id = $1 AND l.sandbox = $2 AND l.id = $3
           AND l.created_at >= $4 AND l.created_at <= $5`,
      ),
      [storeId, sandbox, id, ...between],
    )
  const [near] = await find(new Date(made - ABOUT_MS), new Date(made + ABOUT_MS))
  const [row] = near === undefined ? await find('-infinity', 'infinity') : [near]
  if (row === undefined) return undefined
  const { line } = row
  return { ...row, entry: line.ledgerSequence === null ? null : await findEntry(reader, line) }
}

const LEADS_TO = computed<Pick<OpenedLine, 'orderStatus' | 'payoutId'>>({
  orderStatus: 'o.status',
  payoutId: `CASE WHEN l.type = 'payout' THEN l.effect_id ELSE (
    SELECT p.id FROM events e
      JOIN payouts p ON p.store_id = e.store_id AND p.sandbox = e.sandbox
        AND p.currency = l.currency AND p.from_position < e.position
        AND p.to_position >= e.position
    WHERE e.store_id = l.store_id AND e.order_id = l.order_id
      AND e.sequence = l.event_sequence) END`,
})

const ENTRY = ['sequence', 'kind', 'effectId', 'createdAt', 'previousHash', 'hash'] as const

const postingsOf = (rest: string) =>
  computed<Pick<OpenedEntry, 'postings'>>({
    postings: `(SELECT jsonb_agg(
      jsonb_build_object('debit', p.debit, 'credit', p.credit, 'amount', p.amount)
      ORDER BY p.number) ${rest})`,
  })

const STORE_ENTRY = columns('store_entries', 'n')
  .only(...ENTRY)
  .and(
    postingsOf(`FROM store_postings p WHERE p.store_id = n.store_id
      AND p.sandbox = n.sandbox AND p.sequence = n.sequence`),
  )
const ORDER_ENTRY = columns('ledger_entries', 'n')
  .only(...ENTRY)
  .and(
    postingsOf(`FROM ledger_postings p WHERE p.store_id = n.store_id
      AND p.order_id = n.order_id AND p.sequence = n.sequence`),
  )

/** From the order's chain, or from the store's own. */
async function findEntry(reader: Reader, line: SettlementLine): Promise<OpenedEntry> {
  const { storeId, sandbox, orderId, ledgerSequence } = line
  const [entry] =
    orderId === null
      ? await reader.query(
          select(
            STORE_ENTRY,
            'FROM store_entries n WHERE n.store_id = $1 AND n.sandbox = $2 AND n.sequence = $3',
          ),
          [storeId, sandbox, ledgerSequence],
        )
      : await reader.query(
          select(
            ORDER_ENTRY,
            'FROM ledger_entries n WHERE n.store_id = $1 AND n.order_id = $2 AND n.sequence = $3',
          ),
          [storeId, orderId, ledgerSequence],
        )
  assert(entry !== undefined, `line ${line.id} has no entry ${ledgerSequence}`)
  return entry
}
