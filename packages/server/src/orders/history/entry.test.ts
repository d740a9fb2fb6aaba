import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../../platform/refusal.ts'
import { entriesOf } from './entry.ts'

const sent = {
  id: 'a',
  amount: 1,
  status: 'x',
  type: 'x',
  order_date: '2026-07-01',
  currency: 'EUR',
}

test('a date without time or offset is one of the store’s time zone', () => {
  const cases = [
    ['2026-07-01', 'Europe/Madrid', '2026-06-30T22:00:00.000Z'],
    ['2026-07-01', 'America/Bogota', '2026-07-01T05:00:00.000Z'],
    ['2026-07-01T10:00:00', 'Europe/Madrid', '2026-07-01T08:00:00.000Z'],
    ['2026-07-01T10:00:00Z', 'Europe/Madrid', '2026-07-01T10:00:00.000Z'],
    ['2026-07-01T10:00:00+0200', 'America/Bogota', '2026-07-01T08:00:00.000Z'],
  ] as const
  for (const [order_date, timeZone, expected] of cases) {
    const [entry] = entriesOf([{ ...sent, order_date }], timeZone)
    assert.equal(entry?.orderDate.toISOString(), expected)
  }
})

test('dates that the time zone carries beyond the calendar are refused, all of them', () => {
  const list = ['0001-01-01', '2026-07-01', '0001-01-01 08:00'].map((order_date) => ({
    ...sent,
    order_date,
  }))
  assert.throws(
    () => entriesOf(list, 'Asia/Tokyo'),
    (error) => {
      assert.ok(error instanceof Refused)
      assert.equal(error.code, 'body_invalid')
      const paths = Object.keys(error.detail.fields ?? {})
      assert.deepEqual(paths, ['0.order_date', '2.order_date'])
      return true
    },
  )
})

test('the last entry with an id counts, and members that are left out are null', () => {
  const entries = entriesOf([sent, { ...sent, id: 'b' }, { ...sent, amount: 2, due: 0 }], 'UTC')
  assert.deepEqual(
    entries.map(({ id, amount, due, billing, shipping }) => [id, amount, due, billing, shipping]),
    [
      ['a', 2, 0, null, null],
      ['b', 1, null, null, null],
    ],
  )
})
