/** After each step: compares an order in the database with the model and with itself. */

import { createHash } from 'node:crypto'
import type { AnyRow } from '../../test/fixtures/any-row.ts'

import { known } from './due.ts'
import { checkLoan } from './loan-checks.ts'
import { sum } from './model/arithmetic.ts'
import { owed } from './model/loan.ts'
import {
  capturedOf,
  costsOf,
  type ModelOrder,
  openOf,
  refundedCapturedOf,
  uncapturedOf,
} from './model/order.ts'
import { type Rows, tables } from './rows.ts'
import { hold, type World } from './world.ts'

/** Every order that has changed since its last check. */
export async function checkOrders(world: World): Promise<void> {
  const { database, caller, versions } = world
  const store = caller.store.id
  const orders = await database.lookUp<AnyRow>('SELECT * FROM orders WHERE store_id = $1', [store])
  const changed = orders.filter(({ id, version }) => versions.get(id) !== version)
  const rows = await Promise.all(changed.map(({ id }) => rowsOf(world, id)))
  for (const [index, order] of changed.entries()) {
    versions.set(order.id, order.version)
    checkOrder(order, rows[index] as Rows, known(world, order.id).order)
  }
  hold('A14', orders.length, world.orders.length, 'the number of orders')
}

/** In one round trip. */
async function rowsOf({ database, caller }: World, orderId: string): Promise<Rows> {
  const key = [caller.store.id, orderId]
  const read = tables.map(async (table) => {
    const text = `SELECT * FROM ${table} WHERE store_id = $1 AND order_id = $2`
    return [table, await database.lookUp(text, key)] as const
  })
  return Object.fromEntries(await Promise.all(read)) as unknown as Rows
}

function checkOrder(row: AnyRow, rows: Rows, order: ModelOrder): void {
  const of = `order ${order.number}`
  checkAmounts(row, rows, order, of)
  checkState(row, order, of)
  checkRefunds(rows, order, of)
  checkLedger(row, rows, order, of)
  checkLines(rows, of)
  checkLoan(rows, order, of)
  checkEvents(row, rows, order, of)
}

const total = (rows: readonly AnyRow[], column: string): number =>
  rows.reduce((all, row) => all + row[column], 0)

function checkAmounts(row: AnyRow, rows: Rows, order: ModelOrder, of: string): void {
  const actual = [
    row.total_amount,
    row.voided_amount,
    row.captured_amount,
    row.refunded_captured_amount,
    row.refunded_uncaptured_amount,
  ]
  const wanted = [
    order.total,
    order.voided,
    capturedOf(order),
    refundedCapturedOf(order),
    order.refundedUncaptured,
  ]
  hold('A3', actual, wanted, `T, V, C, Rc, Ru of ${of}`)
  const sums = [
    total(rows.voids, 'amount'),
    total(rows.captures, 'amount'),
    total(rows.captures, 'refunded_amount'),
    total(rows.refunds, 'from_uncaptured'),
  ]
  hold('A3', sums, wanted.slice(1), `the sums of the rows of ${of}`)
  const [T = 0, V = 0, C = 0, Rc = 0, Ru = 0] = actual
  const parts = [V, C, Rc, Ru, C - Rc, T - V - Ru - C, T - V - Rc - Ru, row.approved_amount - T]
  hold(
    'A2',
    parts.some((part) => part < 0),
    false,
    `whether a part of ${of} is negative: ${parts}`,
  )
  hold('A6', T - V - Rc - Ru, C - Rc + (T - V - Ru - C), `T − V − R of ${of}`)
  const confirmed = row.confirmed_at !== null
  hold('A5', row.state === 'cancelled', confirmed && V + Rc + Ru === T, `cancelled ${of}`)
}

function checkState(row: AnyRow, order: ModelOrder, of: string): void {
  const moment = (at: number | undefined) => (at === undefined ? null : new Date(at))
  hold('A4', row.state, order.state, `the state of ${of}`)
  hold('A4', row.expires_at, moment(order.expiresAt), `the deadline of ${of}`)
  hold('A4', row.capture_before, moment(order.lapse?.at), `the last day for captures of ${of}`)
  const { lapse } = order
  const due = lapse?.announced === true ? lapse.at : lapse?.warnAt
  hold('A4', row.lapse_due_at, moment(due), `the lapse of ${of}`)
  hold('A4', row.capture_count, order.captures.length, `the captures of ${of}`)
  if (order.agreed === undefined) return
  const { product, count, rate, feeRate, feeFixed, campaignCost } = order.agreed
  const actual = [row.product, row.num_instalments, row.nominal_rate, row.fee_rate, row.fee_fixed]
  hold('offer', actual, [product, count, rate, feeRate, feeFixed], `the agreement on ${of}`)
  hold('offer', row.campaign_cost, campaignCost, `what campaigns take off ${of}`)
}

function checkRefunds(
  { captures, refunds, capture_refunds: pieces }: Rows,
  order: ModelOrder,
  of: string,
): void {
  const bySequence = [...captures].sort((a, b) => a.sequence - b.sequence)
  const actual = bySequence.map(({ id, amount, refunded_amount }) => [id, amount, refunded_amount])
  const wanted = order.captures.map(({ id, amount, refunded }) => [id, amount, refunded])
  hold('A2', actual, wanted, `the captures of ${of}`)
  for (const { id, refunded_amount } of captures) {
    const sums = total(
      pieces.filter((piece) => piece.capture_id === id),
      'amount',
    )
    hold('A3', refunded_amount, sums, `the refunds of a capture of ${of}`)
  }
  for (const { id, amount, from_captures, from_uncaptured } of refunds) {
    const own = pieces.filter((piece) => piece.refund_id === id)
    hold('A8', from_captures, total(own, 'amount'), `a refund of captures of ${of}`)
    hold('A8', amount, from_captures + from_uncaptured, `a refund of ${of}`)
  }
}

/** The hashed text of an entry (decision 0009). */
export const ledgerHash = (entry: AnyRow, orderId: string, postings: readonly AnyRow[]): string => {
  const lines = postings.map(({ number, debit, credit, amount }) => {
    return `${number}:${debit}>${credit}:${amount}`
  })
  const at = `${entry.created_at.toISOString().slice(0, -1)}000Z`
  const { previous_hash, store_id, sequence, kind, effect_id, currency, content_hash } = entry
  const content = content_hash === null ? [] : [content_hash]
  const head = [previous_hash, store_id, orderId, sequence, kind, effect_id, currency, at]
  return createHash('sha256')
    .update([...head, lines.join(','), ...content].join('|'))
    .digest('hex')
}

function checkLedger(row: AnyRow, rows: Rows, order: ModelOrder, of: string): void {
  const entries = [...rows.ledger_entries].sort((a, b) => a.sequence - b.sequence)
  hold(
    'A4',
    entries.map(({ kind }) => kind),
    order.booked,
    `the entries of ${of}`,
  )
  const bySequence = Map.groupBy(rows.ledger_postings, ({ sequence }) => sequence as number)
  const balances: Record<string, number> = {}
  let head = ''
  for (const [index, entry] of entries.entries()) {
    const postings = (bySequence.get(entry.sequence) ?? []).sort((a, b) => a.number - b.number)
    hold('A13', [entry.sequence, entry.previous_hash], [index + 1, head], `the chain of ${of}`)
    head = ledgerHash(entry, order.id, postings)
    hold('A13', entry.hash, head, `the hash of entry ${entry.sequence} of ${of}`)
    for (const { debit, credit, amount } of postings) {
      hold('A1', amount > 0 && debit !== credit, true, `a posting of ${of}`)
      balances[debit] = (balances[debit] ?? 0) + amount
      balances[credit] = (balances[credit] ?? 0) - amount
    }
    const { buyer_receivable = 0, buyer_credit = 0, commitment = 0, uncaptured = 0 } = balances
    const never = [buyer_receivable, commitment, -uncaptured, -buyer_credit].some(
      (each) => each < 0,
    )
    hold('A1', never, false, `whether a balance of ${of} is negative: ${JSON.stringify(balances)}`)
  }
  hold('A13', [row.ledger_sequence, row.ledger_head], [entries.length, head], `the end of ${of}`)
  hold('A1', nonZero(balances), nonZero(balancesOf(order)), `the balances of ${of}`)
  const { fee, campaigns } = costsOf(order)
  const booked = [row.fee_booked, row.campaign_cost_booked]
  hold('A3', booked, [fee, campaigns], `the booked costs of ${of}`)
}

const nonZero = (balances: Readonly<Record<string, number | bigint>>) =>
  Object.fromEntries(
    Object.entries(balances)
      .filter(([, balance]) => Number(balance) !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** For a confirmed order, from the amounts alone (design §4). */
function balancesOf(order: ModelOrder): Record<string, bigint> {
  if (order.booked.length === 0) return {}
  const uncaptured = order.state === 'confirmed' ? uncapturedOf(order) : 0n
  const released = capturedOf(order) - refundedCapturedOf(order)
  const { fee, campaigns } = costsOf(order)
  const later = order.agreed?.product === 'pay_later'
  const { loan } = order
  if (loan === undefined) throw new Error('a confirmed order without a loan')
  return {
    uncaptured: -uncaptured,
    store_payable: fee + campaigns - released,
    store_fee_income: -fee,
    campaign_income: -campaigns,
    commitment: later ? uncaptured : 0n,
    buyer_receivable: owed(loan),
    buyer_credit: -loan.credit,
    credit_loss: loan.writtenOff,
    interest_income: -loan.interestIncome,
    buyer_fee_income: -loan.feeIncome,
    late_income: -loan.lateIncome,
    cash: loan.paid - loan.chargedBack - loan.returned,
  }
}

/** Each line is a change of the store's balance, and every such change has a line. */
function checkLines(
  { settlement_lines: lines, ledger_postings: postings }: Rows,
  of: string,
): void {
  const net = (of: readonly AnyRow[]) => total(of, 'net')
  const payable = (of: readonly AnyRow[]) =>
    of.reduce((all, { debit, credit, amount }) => {
      return all + (credit === 'store_payable' ? amount : debit === 'store_payable' ? -amount : 0)
    }, 0)
  const byEntry = Map.groupBy(lines, ({ ledger_sequence: sequence }) => sequence as number)
  for (const [sequence, booked] of Map.groupBy(postings, (posting) => posting.sequence as number)) {
    const own = net(byEntry.get(sequence) ?? [])
    hold('A9', own, payable(booked), `the lines of entry ${sequence} of ${of}`)
  }
  hold('A9', net(lines), payable(postings), `the lines of ${of}`)
}

function checkEvents(row: AnyRow, rows: Rows, order: ModelOrder, of: string): void {
  const events = [...rows.events].sort((a, b) => a.sequence - b.sequence)
  hold(
    'A12',
    events.map(({ type }) => type),
    order.events,
    `the events of ${of}`,
  )
  const sequences = events.map(({ sequence }) => sequence)
  hold(
    'A12',
    sequences,
    sequences.map((_, index) => index + 1),
    `their sequence in ${of}`,
  )
  hold('A12', row.event_sequence, events.length, `the number of events of ${of}`)
  const { data } = events.at(-1) ?? { data: {} }
  const amounts = [
    data.total_amount,
    data.captured_amount,
    data.voided_amount,
    data.refunded_amount,
  ]
  const refunded = refundedCapturedOf(order) + order.refundedUncaptured
  const wanted = [order.total, capturedOf(order), order.voided, refunded]
  hold('A12', amounts, wanted, `the last event of ${of}`)
  const alive = order.state === 'confirmed'
  const open = [data.remaining_capture_amount, data.remaining_refund_amount]
  const rest = alive ? [uncapturedOf(order), openOf(order)] : [0, 0]
  hold('A12', open, rest, `what remains by the last event of ${of}`)
}

/** The store's balance from all of its orders. */
export const owedToStore = (orders: readonly ModelOrder[]): bigint =>
  sum(
    orders.map((order) => {
      const { fee, campaigns } = costsOf(order)
      return order.booked.length === 0
        ? 0n
        : capturedOf(order) - refundedCapturedOf(order) - fee - campaigns
    }),
  )
