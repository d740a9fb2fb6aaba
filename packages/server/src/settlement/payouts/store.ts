import { add, type Cents, cents, ZERO } from '@svc/api'
import type { Calendar, PayeeKey, Payout, PayoutAccount } from '../../model/payouts/payout.ts'
import { storeEventRow } from '../../outbound/events/store.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { isSwitchedOn } from '../../tenancy/store-states/store.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { DueItem, DueSpan } from '../../tenancy/test-clocks/store-work.ts'
import { settlementLineRows } from '../settlements/store.ts'

const CALENDAR = columns('payout_calendars', 'p')

export async function lockCalendar(
  tx: Transaction,
  { storeId, sandbox }: PayeeKey,
): Promise<Calendar | undefined> {
  const [calendar] = await tx.query(
    select(
      CALENDAR,
      'FROM payout_calendars p WHERE p.store_id = $1 AND p.sandbox = $2 FOR NO KEY UPDATE',
    ),
    [storeId, sandbox],
  )
  return calendar
}

/** The end of the stream: all up to here is committed, with its lines (decision 0025). */
export async function findStreamEnd(tx: Transaction, key: PayeeKey): Promise<number> {
  const [stream] = await tx.query(
    select(
      columns('event_streams', 's').only('position'),
      'FROM event_streams s WHERE s.store_id = $1 AND s.sandbox = $2',
    ),
    [key.storeId, key.sandbox],
  )
  return stream?.position ?? 0
}

const LINE = columns('settlement_lines', 'l')

/** So many events are added up by one statement, which has 5 s, also where nothing is in memory. */
const EVENTS_AT_ONCE = 10_000

/** The sums of the lines of the events after one place and up to another, by currency. */
export async function sumNets(
  reader: Reader,
  { storeId, sandbox, position: after }: Pick<Calendar, 'storeId' | 'sandbox' | 'position'>,
  upTo: number,
): Promise<Map<string, Cents>> {
  const nets = new Map<string, Cents>()
  for (let from = after; from < upTo; from += EVENTS_AT_ONCE) {
    const rows = await reader.query(
      select(
        LINE.only('currency').and(computed<{ net: Cents }>({ net: 'sum(l.net)::bigint' })),
        `FROM events e
           JOIN settlement_lines l ON l.store_id = e.store_id AND l.order_id = e.order_id
             AND l.event_sequence = e.sequence
         WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3 AND e.position <= $4
         GROUP BY l.currency ORDER BY l.currency`,
      ),
      [storeId, sandbox, from, Math.min(from + EVENTS_AT_ONCE, upTo)],
    )
    for (const { currency, net } of rows) {
      nets.set(currency, add(nets.get(currency) ?? ZERO, net))
    }
  }
  return nets
}

export function listAccounts(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
): Promise<PayoutAccount[]> {
  return reader.query(
    select(
      columns('payout_accounts', 'a').only('currency', 'carried', 'paidPosition', 'paidAt'),
      'FROM payout_accounts a WHERE a.store_id = $1 AND a.sandbox = $2',
    ),
    [storeId, sandbox],
  )
}

/** The calendar and the accounts as a reckoning leaves them. */
export function reckonedRows(
  { storeId, sandbox, ...set }: Calendar,
  accounts: readonly PayoutAccount[],
): RowSet[] {
  return [
    { table: 'payout_calendars', where: { storeId, sandbox }, set },
    {
      table: 'payout_accounts',
      key: ['storeId', 'sandbox', 'currency'],
      changed: ['carried', 'paidPosition', 'paidAt'],
      rows: accounts.map((account) => ({ storeId, sandbox, ...account })),
    },
  ]
}

export function payoutRow(
  { storeId, sandbox }: PayeeKey,
  { bankAccount, ...payout }: Payout,
): RowSet {
  const bankAccountId = bankAccount?.id ?? null
  return { table: 'payouts', rows: [{ storeId, sandbox, ...payout, bankAccountId }] }
}

/** The result of one that waited. */
export function movedRow({ storeId }: PayeeKey, before: Payout, after: Payout): RowSet {
  const { id, status } = before
  const { paidAt, ledgerSequence } = after
  const bankAccountId = after.bankAccount?.id ?? null
  return {
    table: 'payouts',
    where: { storeId, id, status },
    set: { status: after.status, paidAt, ledgerSequence, bankAccountId },
  }
}

/** With its entry. */
export type BookedPayout = Payout & { readonly ledgerSequence: number }

type Named = { readonly eventId: string; readonly lineId: string; readonly at: Date }

/** The line of a booked payout, and its event. */
export function lineAndEventRows(
  { storeId, sandbox }: PayeeKey,
  { id, currency, amount, carried, ledgerSequence }: BookedPayout,
  { eventId, lineId, at: createdAt }: Named,
): RowSet[] {
  return [
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

const DUE_PAYEES = `FROM payout_calendars p WHERE p.next_at <= $1 AND ${inRealTime('p')}
  AND ${isSwitchedOn('p', 'payouts')}`

export function countDuePayees(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(reader, { at: 'p.next_at', from: DUE_PAYEES }, [now])
}

/** The stores to be paid, of those in real time, the longest due first. */
export async function listDuePayees(reader: Reader, now: Date, limit: number): Promise<DuePayee[]> {
  const payees = await reader.query(
    select(
      CALENDAR.only('storeId', 'sandbox'),
      `${DUE_PAYEES} ORDER BY p.next_at, p.store_id, p.sandbox LIMIT $2`,
    ),
    [now, limit],
  )
  return payees.map((payee) => ({ id: `${payee.storeId}/${payee.sandbox}`, ...payee }))
}

/** When the store is paid next, if that is no later than the moment. */
export function listDuePayoutsOf(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
  { upTo }: { readonly upTo: Date },
): Promise<DueItem[]> {
  return reader.lookUp(
    select(
      computed<DueItem>({ id: 'p.store_id', dueAt: 'p.next_at' }),
      `FROM payout_calendars p
       WHERE p.store_id = $1 AND p.sandbox = $2 AND p.next_at <= $3
         AND ${isSwitchedOn('p', 'payouts')}`,
    ),
    [storeId, sandbox, upTo],
  )
}

const WAITING = `FROM payouts p WHERE p.status = 'proposed' AND p.payable_at <= $1
  AND ${inRealTime('p')} AND ${isSwitchedOn('p', 'payouts')}`

export function countPayable(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(reader, { at: 'p.payable_at', from: WAITING }, [now])
}

export type PayablePayout = PayeeKey & { readonly id: string }

/** Payouts that have waited long enough, of the stores in real time. */
export function listPayable(reader: Reader, now: Date, limit: number): Promise<PayablePayout[]> {
  return reader.query(
    select(
      columns('payouts', 'p').only('storeId', 'sandbox', 'id'),
      `${WAITING} ORDER BY p.payable_at, p.store_id, p.id LIMIT $2`,
    ),
    [now, limit],
  )
}

/** Those of one store that have waited long enough by the moment. */
export function listPayableOf(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
  { upTo, limit }: DueSpan,
): Promise<DueItem[]> {
  return reader.lookUp(
    select(
      computed<DueItem>({ id: 'p.id', dueAt: 'p.payable_at' }),
      `FROM payouts p
       WHERE p.store_id = $1 AND p.sandbox = $2 AND p.status = 'proposed' AND p.payable_at <= $3
         AND ${isSwitchedOn('p', 'payouts')} ORDER BY p.payable_at, p.id LIMIT $4`,
    ),
    [storeId, sandbox, upTo, limit],
  )
}

export const PAYOUT = columns('payouts', 'p')
  .without('storeId', 'sandbox', 'bankAccountId')
  .and(
    computed<Pick<Payout, 'bankAccount'>>({
      bankAccount: `(SELECT jsonb_build_object('id', b.id, 'iban', b.shown, 'holder', b.holder)
        FROM bank_accounts b WHERE b.store_id = p.store_id AND b.id = p.bank_account_id)`,
    }),
  )

export async function findPayout(
  reader: Reader,
  { storeId, sandbox }: PayeeKey,
  id: string,
): Promise<Payout | undefined> {
  if (!isId(id)) return undefined
  const [payout] = await reader.lookUp(
    select(PAYOUT, 'FROM payouts p WHERE p.store_id = $1 AND p.sandbox = $2 AND p.id = $3'),
    [storeId, sandbox, id],
  )
  return payout
}
