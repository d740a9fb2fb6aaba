import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, ZERO } from '@svc/api'
import { decideErasing, type TheirOrder } from './rules.ts'

const now = new Date('2026-11-26T10:00:00Z')
const ended: TheirOrder = {
  ...{ storeId: 'store', id: 'order', currency: 'EUR', open: false, contract: true },
  ...{
    owed: ZERO,
    writtenOff: ZERO,
    credit: ZERO,
    paying: false,
    lastAt: new Date('2016-11-26T09:59:59Z'),
  },
}
const person = { blocked: false, orders: [ended], pending: [], real: true, now }

function keptBy(changes: Partial<typeof person>, order: Partial<TheirOrder> = {}): object {
  const decision = decideErasing({ ...person, orders: [{ ...ended, ...order }], ...changes })
  assert.equal(decision.refused, 'person_kept')
  return decision.detail?.fields ?? {}
}

test('a person whose orders and retention time have ended may be erased', () => {
  assert.deepEqual(decideErasing(person), { plan: [ended] })
  assert.deepEqual(decideErasing({ ...person, orders: [] }), { plan: [] })
})

const keeps: readonly (readonly [string, Partial<TheirOrder>, string])[] = [
  ['orders', { open: true }, 'order is open'],
  ['debts', { owed: cents(1) }, 'order: 1 EUR are owed, 0 written off'],
  ['credits', { credit: cents(1) }, 'order: 1 EUR are owed to them'],
  ['payments', { paying: true }, 'order: money is on its way'],
]
for (const [kind, order, sentence] of keeps) {
  test(`${kind} keep a person: ${sentence}`, () => {
    assert.deepEqual(keptBy({}, order), { [kind]: [sentence] })
  })
}

test('a written-off amount is still owed, until its time is over', () => {
  const writtenOff = cents(5)
  const young = { writtenOff, lastAt: new Date('2020-01-01') }
  assert.match(JSON.stringify(keptBy({ real: false }, young)), /5 written off/)
  const old = { ...ended, writtenOff }
  assert.deepEqual(decideErasing({ ...person, orders: [old] }), { plan: [old] })
})

test('a block and an approval that waits keep a person', () => {
  assert.deepEqual(Object.keys(keptBy({ blocked: true })), ['blocked'])
  const pending = ['approval'] as never[]
  assert.deepEqual(keptBy({ pending }), { approvals: ['approval waits for a second person'] })
})

test('the law keeps a contract ten years and an application three, to the second', () => {
  const lastAt = new Date('2016-11-26T10:00:01Z')
  assert.match(JSON.stringify(keptBy({}, { lastAt })), /until 2026-11-26, Ley 10\/2010/)
  const young = { contract: false, lastAt: new Date('2023-11-26T10:00:01Z') }
  assert.match(JSON.stringify(keptBy({}, young)), /until 2026-11-26, Ley Orgánica 3\/2018/)
  const old = { ...ended, contract: false, lastAt: now }
  assert.deepEqual(decideErasing({ ...person, orders: [old], real: false }), { plan: [old] })
  const leap = { lastAt: new Date('2024-02-29T12:00:00Z') }
  assert.match(JSON.stringify(keptBy({}, leap)), /until 2034-03-01/)
})

test('all kinds are named together, ten of each, the longest retention first', () => {
  const orders = Array.from({ length: 30 }, (_, index) => {
    const lastAt = new Date(Date.UTC(2020, 0, 1 + index))
    return { ...ended, id: String(index), open: true, lastAt }
  })
  const decision = decideErasing({ ...person, orders })
  const { orders: open, retention } = decision.refused ? (decision.detail?.fields ?? {}) : {}
  assert.deepEqual([open?.length, retention?.length], [10, 10])
  assert.match(String(retention?.[0]), /^29: until 2030-01-30/)
})
