import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type OrderEventType } from '@svc/api'
import { at, orderOf } from '../../../../../test/fixtures/order.ts'
import type { Order, OrderState } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { type Recording, recordOperation, recordOperations } from './record.ts'

const before = orderOf()
const voided: Order = {
  ...before,
  state: 'cancelled',
  voidedAmount: cents(10_000),
  cancelledAt: at,
}

function countedIds(): Ids {
  let last = 0
  return { next: () => `id ${++last}`, bytes: () => Buffer.alloc(0), fraction: () => 0 }
}

function record(change: Partial<Recording>) {
  const ids = countedIds()
  const recording = { before, after: before, at, ids, event: 'order.edited', effectId: 'effect' }
  return recordOperation({ ...recording, ...change } as Recording)
}

function eventsOf(rowSets: readonly RowSet[]): readonly Record<string, unknown>[] {
  const set = rowSets.find((each) => each.table === 'events')
  return set !== undefined && 'rows' in set ? set.rows : []
}

type Case = readonly [
  from: OrderState,
  to: OrderState,
  event: OrderEventType,
  events: OrderEventType[],
]
const cases: readonly Case[] = [
  ['confirmed', 'confirmed', 'order.captured', ['order.captured']],
  ['confirmed', 'cancelled', 'order.voided', ['order.voided', 'order.cancelled']],
  ['confirmed', 'cancelled', 'order.refunded', ['order.refunded', 'order.cancelled']],
  ['confirmed', 'cancelled', 'order.edited', ['order.edited', 'order.cancelled']],
  ['confirmed', 'cancelled', 'order.cancelled', ['order.cancelled']],
  ['in_process', 'ko', 'checkout.updated', ['checkout.updated']],
  ['confirmation_required', 'confirmed', 'order.confirmed', ['order.confirmed']],
]

for (const [from, to, event, events] of cases) {
  test(`${event} that leads from ${from} to ${to} writes ${events.join(' and ')}`, () => {
    const { order, rowSets } = record({
      before: { ...before, state: from },
      after: { ...before, state: to },
      event,
    })
    const rows = eventsOf(rowSets)
    assert.deepEqual(
      rows.map(({ type, sequence }) => [type, sequence]),
      events.map((type, index) => [type, 7 + index]),
    )
    assert.equal(new Set(rows.map((row) => row.id)).size, rows.length)
    assert.equal(order.eventSequence, 6 + events.length)
    assert.equal(order.version, 8)
  })
}

test('both events of a last void show the order after it, and its amount', () => {
  const amount = cents(10_000)
  const { rowSets } = record({ after: voided, event: 'order.voided', amount })
  const data = {
    effect_id: 'effect',
    mid: before.mid,
    currency: before.currency,
    amount: 10_000,
    status: 'cancelled',
    financing_status: 'ok',
    status_reason: '',
    total_amount: 10_000,
    captured_amount: 0,
    voided_amount: 10_000,
    refunded_amount: 0,
    remaining_capture_amount: 0,
    remaining_refund_amount: 0,
  }
  assert.deepEqual(
    eventsOf(rowSets).map((row) => row.data),
    [data, data],
  )
})

test('an entry is appended to the chain, and an operation without one leaves it', () => {
  const posting = { debit: 'uncaptured', credit: 'buyer_receivable', amount: cents(5) } as const
  const booked = record({ entry: { kind: 'void', postings: [posting] } })
  assert.equal(booked.order.ledgerSequence, 6)
  assert.notEqual(booked.order.ledgerHead, 'head')
  const tables = booked.rowSets.map((set) => set.table)
  assert.deepEqual(tables, [
    'orders',
    'ledger_entries',
    'ledger_postings',
    'settlement_lines',
    'events',
  ])
  for (const plain of [record({}), record({ entry: { kind: 'edit', postings: [] } })]) {
    assert.equal(plain.order.ledgerSequence, 5)
    assert.equal(plain.order.ledgerHead, 'head')
    assert.deepEqual(
      plain.rowSets.map((set) => set.table),
      ['orders', 'events'],
    )
  }
})

test('the update of the order demands the version that was read', () => {
  const [update] = record({}).rowSets
  assert.ok(update?.table === 'orders' && 'where' in update)
  assert.equal(update.where.version, 7)
  assert.equal(update.set.version, 8)
})

test('operations of one transaction follow each other, and the order is written once', () => {
  const posting = { debit: 'uncaptured', credit: 'buyer_receivable', amount: cents(5) } as const
  const seen: Order[] = []
  const { order, rowSets } = recordOperations({ order: before }, { at, ids: countedIds() }, [
    () => ({
      after: { ...before, voidedAmount: cents(5) },
      event: 'order.voided',
      effectId: 'first',
      entry: { kind: 'void', postings: [posting] },
    }),
    (between) => {
      seen.push(between)
      return { after: voided, event: 'order.edited', effectId: 'second' }
    },
  ])
  assert.deepEqual(
    seen.map((each) => [each.voidedAmount, each.eventSequence, each.ledgerSequence]),
    [[5, 7, 6]],
  )
  assert.equal(rowSets.filter(({ table }) => table === 'orders').length, 1)
  assert.deepEqual(
    eventsOf(rowSets).map(({ type, sequence }) => [type, sequence]),
    [
      ['order.voided', 7],
      ['order.edited', 8],
      ['order.cancelled', 9],
    ],
  )
  assert.deepEqual([order.version, order.eventSequence], [8, 9])
})

test('only what leaves nothing to capture ends the deadline', () => {
  const open = { ...before, captureBefore: at, lapseDueAt: at }
  const recorded = record({ before: open, after: open }).order
  assert.deepEqual([recorded.captureBefore, recorded.lapseDueAt], [at, at])
  const captured = { ...open, capturedAmount: cents(10_000) }
  const ended = record({ before: open, after: captured }).order
  assert.deepEqual([ended.captureBefore, ended.lapseDueAt], [null, null])
})
