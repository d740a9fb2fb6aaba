import { add, type Cents, cents, ZERO } from '@svc/api'
import type { Calendar, PayeeKey, Payout, PayoutAccount } from '../../model/payouts/payout.ts'
import { storeEventRow } from '../../outbound/events/store.ts'
import type { Reader, Row, RowSet, Transaction } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { DueItem } from '../../tenancy/test-clocks/store-work.ts'
import { settlementLineRows } from '../settlements/store.ts'

export async function lockCalendar(
  tx: Transaction,
  { storeId, sandbox }: PayeeKey,
): Promise<Calendar | undefined> {
  const [row] = await tx.query(
    `SELECT next_at, position, ledger_sequence, ledger_head FROM payout_calendars
     WHERE store_id = $1 AND sandbox = $2 FOR NO KEY UPDATE`,
    [storeId, sandbox],
  )
  return (
    row && {
      storeId,
      sandbox,
      nextAt: row.next_at,
      position: row.position,
      ledgerSequence: row.ledger_sequence,
      ledgerHead: row.ledger_head,
    }
  )
}

/** The end of the stream: all up to here is committed, with its lines (decision 0025). */
export async function findStreamEnd(tx: Transaction, key: PayeeKey): Promise<number> {
  const [row] = await tx.query(
    'SELECT position FROM event_streams WHERE store_id = $1 AND sandbox = $2',
    [key.storeId, key.sandbox],
  )
  return row?.position ?? 0
}

/** So many events are added up by one statement. */
const EVENTS_AT_ONCE = 50_000

/** What the lines of the events after one place and up to another come to, by currency. */
export async function sumNets(
  reader: Reader,
  { storeId, sandbox, position: after }: Pick<Calendar, 'storeId' | 'sandbox' | 'position'>,
  upTo: number,
): Promise<Map<string, Cents>> {
  const nets = new Map<string, Cents>()
  for (let from = after; from < upTo; from += EVENTS_AT_ONCE) {
    const rows = await reader.query(
      `SELECT l.currency, sum(l.net)::bigint AS net FROM events e
         JOIN settlement_lines l ON l.store_id = e.store_id AND l.order_id = e.order_id
           AND l.event_sequence = e.sequence
       WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3 AND e.position <= $4
       GROUP BY l.currency ORDER BY l.currency`,
      [storeId, sandbox, from, Math.min(from + EVENTS_AT_ONCE, upTo)],
    )
    for (const { currency, net } of rows) {
      nets.set(currency, add(nets.get(currency) ?? ZERO, cents(net)))
    }
  }
  return nets
}

export async function listAccounts(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
): Promise<PayoutAccount[]> {
  const rows = await reader.query(
    `SELECT currency, carried, paid_position, paid_at FROM payout_accounts
     WHERE store_id = $1 AND sandbox = $2`,
    [storeId, sandbox],
  )
  return rows.map((row) => ({
    currency: row.currency,
    carried: cents(row.carried),
    paidPosition: row.paid_position,
    paidAt: row.paid_at,
  }))
}

/** The calendar and the accounts as a reckoning leaves them. */
export function reckonedRows(calendar: Calendar, accounts: readonly PayoutAccount[]): RowSet[] {
  const { storeId: store_id, sandbox, nextAt, position, ledgerSequence, ledgerHead } = calendar
  return [
    {
      table: 'payout_calendars',
      where: { store_id, sandbox },
      set: {
        next_at: nextAt,
        position,
        ledger_sequence: ledgerSequence,
        ledger_head: ledgerHead,
      },
    },
    {
      table: 'payout_accounts',
      key: ['store_id', 'sandbox', 'currency'],
      changed: ['carried', 'paid_position', 'paid_at'],
      rows: accounts.map(({ currency, carried, paidPosition, paidAt }) => ({
        store_id,
        sandbox,
        currency,
        carried,
        paid_position: paidPosition,
        paid_at: paidAt,
      })),
    },
  ]
}

/** A payout, the line of it, and the event that tells it. */
export function payoutRows(
  { storeId, sandbox }: PayeeKey,
  payout: Payout,
  { eventId, lineId }: { readonly eventId: string; readonly lineId: string },
): RowSet[] {
  const { id, currency, amount, carried, createdAt, ledgerSequence } = payout
  return [
    {
      table: 'payouts',
      rows: [
        {
          store_id: storeId,
          sandbox,
          id,
          currency,
          status: payout.status,
          amount,
          carried,
          from_position: payout.fromPosition,
          to_position: payout.toPosition,
          previous_at: payout.previousAt,
          due_at: payout.dueAt,
          ledger_sequence: ledgerSequence,
          created_at: createdAt,
        },
      ],
    },
    ...settlementLineRows([
      {
        storeId,
        sandbox,
        id: lineId,
        type: 'payout',
        orderId: null,
        eventSequence: null,
        ledgerSequence,
        effectId: id,
        currency,
        amount,
        net: cents(-amount),
        createdAt,
      },
    ]),
    storeEventRow({
      storeId,
      sandbox,
      id: eventId,
      type: 'payout.created',
      subject: id,
      ledgerSequence,
      data: { payout_id: id, amount, currency, carried },
      createdAt,
    }),
  ]
}

export type DuePayee = PayeeKey & { readonly id: string }

/** Who is to be paid, across the stores that live in real time, the longest due first. */
export async function listDuePayees(reader: Reader, now: Date, limit: number): Promise<DuePayee[]> {
  const rows = await reader.query(
    `SELECT store_id, sandbox FROM payout_calendars p
     WHERE next_at <= $1 AND ${inRealTime('p')} ORDER BY next_at, store_id, sandbox LIMIT $2`,
    [now, limit],
  )
  return rows.map(({ store_id: storeId, sandbox }) => ({
    id: `${storeId}/${sandbox}`,
    storeId,
    sandbox,
  }))
}

/** When the store is paid next, if that is no later than the moment. */
export async function listDuePayoutsOf(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
  { upTo }: { readonly upTo: Date },
): Promise<DueItem[]> {
  const rows = await reader.lookUp(
    `SELECT next_at FROM payout_calendars
     WHERE store_id = $1 AND sandbox = $2 AND next_at <= $3`,
    [storeId, sandbox, upTo],
  )
  return rows.map((row) => ({ id: storeId, dueAt: row.next_at }))
}

export const COLUMNS = `p.id, p.currency, p.status, p.amount, p.carried, p.from_position,
  p.to_position, p.previous_at, p.due_at, p.ledger_sequence, p.created_at`

export async function findPayout(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
  id: string,
): Promise<Payout | undefined> {
  if (!isId(id)) return undefined
  const [row] = await reader.lookUp(
    `SELECT ${COLUMNS} FROM payouts p WHERE p.store_id = $1 AND p.sandbox = $2 AND p.id = $3`,
    [storeId, sandbox, id],
  )
  return row && payoutOf(row)
}

export function payoutOf(row: Row): Payout {
  return {
    id: row.id,
    currency: row.currency,
    status: row.status,
    amount: cents(row.amount),
    carried: cents(row.carried),
    fromPosition: row.from_position,
    toPosition: row.to_position,
    previousAt: row.previous_at,
    dueAt: row.due_at,
    ledgerSequence: row.ledger_sequence,
    createdAt: row.created_at,
  }
}
