import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import {
  capturePostings,
  commitmentPostings,
  confirmPostings,
  type Posting,
} from '../../model/ledger/rules.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { appendEntry, type Entry } from './entry.ts'

const at = new Date('2026-11-21T10:00:00.123Z')
const order = {
  storeId: 'store',
  id: 'order',
  currency: 'EUR',
  totalAmount: cents(10_000),
  ledgerSequence: 4,
  ledgerHead: 'ab12',
} as Order
const entry: Entry = {
  kind: 'refund',
  effectId: 'refund',
  postings: [
    { debit: 'store_payable', credit: 'buyer_receivable', amount: cents(4_000) },
    { debit: 'uncaptured', credit: 'buyer_receivable', amount: cents(1_000) },
  ],
  at,
}
const headOf = (of: Order, with_: Entry): string => appendEntry(of, with_).order.ledgerHead

function rowsOf(rowSets: readonly RowSet[], table: string): readonly Record<string, unknown>[] {
  const set = rowSets.find((each) => each.table === table)
  return set !== undefined && 'rows' in set ? set.rows : []
}

test('an entry is one head row and a numbered row per posting, all with the next sequence', () => {
  const { order: after, rowSets } = appendEntry(order, entry)
  const key = { storeId: 'store', orderId: 'order', sequence: 5 }
  assert.deepEqual(
    rowSets.map((set) => set.table),
    ['ledger_entries', 'ledger_postings'],
  )
  assert.deepEqual(rowsOf(rowSets, 'ledger_entries'), [
    {
      ...key,
      kind: 'refund',
      effectId: 'refund',
      currency: 'EUR',
      createdAt: at,
      previousHash: 'ab12',
      hash: after.ledgerHead,
      contentHash: null,
    },
  ])
  assert.deepEqual(rowsOf(rowSets, 'ledger_postings'), [
    { ...key, number: 1, debit: 'store_payable', credit: 'buyer_receivable', amount: 4_000 },
    { ...key, number: 2, debit: 'uncaptured', credit: 'buyer_receivable', amount: 1_000 },
  ])
  assert.deepEqual(after, { ...order, ledgerSequence: 5, ledgerHead: after.ledgerHead })
})

test('the hash is the SHA-256 over the previous hash and the whole entry', () => {
  const text = [
    'ab12|store|order|5|refund|refund|EUR|2026-11-21T10:00:00.123000Z',
    '1:store_payable>buyer_receivable:4000,2:uncaptured>buyer_receivable:1000',
  ].join('|')
  assert.equal(headOf(order, entry), createHash('sha256').update(text).digest('hex'))
})

test('the entry of a confirmation contains the hash of the signed documents', () => {
  const contentHash = 'c'.repeat(64)
  const { order: after, rowSets } = appendEntry(order, { ...entry, contentHash })
  assert.equal(rowsOf(rowSets, 'ledger_entries')[0]?.contentHash, contentHash)
  const text = [
    'ab12|store|order|5|refund|refund|EUR|2026-11-21T10:00:00.123000Z',
    '1:store_payable>buyer_receivable:4000,2:uncaptured>buyer_receivable:1000',
    contentHash,
  ].join('|')
  assert.equal(after.ledgerHead, createHash('sha256').update(text).digest('hex'))
})

test('the same entry on the same order has the same hash', () => {
  assert.equal(headOf({ ...order }, structuredClone(entry)), headOf(order, entry))
})

const [first, second] = entry.postings as readonly [Posting, Posting]
const changes: Readonly<Record<string, readonly [Partial<Order>, Partial<Entry>]>> = {
  'another previous hash': [{ ledgerHead: 'ab13' }, {}],
  'another store': [{ storeId: 'store 2' }, {}],
  'another order': [{ id: 'order 2' }, {}],
  'another sequence': [{ ledgerSequence: 5 }, {}],
  'another currency': [{ currency: 'USD' }, {}],
  'another kind': [{}, { kind: 'cancel' }],
  'another effect': [{}, { effectId: 'refund 2' }],
  'a millisecond later': [{}, { at: new Date(at.getTime() + 1) }],
  'a cent more': [{}, { postings: [{ ...first, amount: cents(4_001) }, second] }],
  'another debit': [{}, { postings: [{ ...first, debit: 'commitment' }, second] }],
  'another credit': [{}, { postings: [{ ...first, credit: 'commitment' }, second] }],
  'debit and credit swapped': [
    {},
    { postings: [{ ...first, debit: first.credit, credit: first.debit }, second] },
  ],
  'postings in another order': [{}, { postings: [second, first] }],
  'a hash of what was signed': [{}, { contentHash: 'c'.repeat(64) }],
  'a posting less': [{}, { postings: [first] }],
  'a posting twice': [{}, { postings: [first, second, second] }],
}

for (const [change, [ofOrder, ofEntry]] of Object.entries(changes)) {
  test(`${change} is another hash`, () => {
    const changed = headOf({ ...order, ...ofOrder }, { ...entry, ...ofEntry })
    assert.notEqual(changed, headOf(order, entry))
    assert.match(changed, /^[0-9a-f]{64}$/)
  })
}

test('data that the chain does not record do not change the hash', () => {
  const changed = { ...order, totalAmount: cents(1), version: 99, state: 'cancelled' as const }
  assert.equal(headOf(changed, entry), headOf(order, entry))
})

test('an entry that moves nothing is not written and leaves the chain as it is', () => {
  const nothing = appendEntry(order, { ...entry, postings: [] })
  assert.deepEqual(nothing, { order, rowSets: [] })
})

test('each entry names the hash before it, so that a change of one changes all later', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(amounts, fc.nat(), (values, where) => {
      const changed = values.map((value, index) =>
        index === where % values.length ? value + 1 : value,
      )
      const [chain, other] = [hashes(values), hashes(changed)]
      for (const [index, hash] of chain.entries()) {
        const same = index < where % values.length
        assert.equal(hash === other[index], same, `link ${index}`)
      }
      assert.equal(new Set(chain).size, chain.length)
    }),
  )
})

function hashes(amounts: readonly number[]): string[] {
  let current: Order = { ...order, ledgerSequence: 0, ledgerHead: '' }
  return amounts.map((amount, index) => {
    const postings = capturePostings('instalments', cents(amount))
    const appended = appendEntry(current, { ...entry, kind: 'capture', postings })
    const [head] = rowsOf(appended.rowSets, 'ledger_entries')
    assert.equal(head?.previousHash, current.ledgerHead)
    assert.equal(head?.sequence, index + 1)
    current = appended.order
    return current.ledgerHead
  })
}

type Moves = readonly (readonly [debit: string, credit: string])[]
const operations: readonly (readonly [string, (amount: number) => Posting[], Moves])[] = [
  [
    'confirming instalments',
    (amount) => confirmPostings('instalments', cents(amount)),
    [['buyer_receivable', 'uncaptured']],
  ],
  [
    'confirming pay_later',
    (amount) => confirmPostings('pay_later', cents(amount)),
    [['commitment', 'uncaptured']],
  ],
  [
    'capturing instalments',
    (amount) => capturePostings('pay_in_4', cents(amount)),
    [['uncaptured', 'store_payable']],
  ],
  [
    'capturing pay_later',
    (amount) => capturePostings('pay_later', cents(amount)),
    [
      ['uncaptured', 'store_payable'],
      ['buyer_receivable', 'commitment'],
    ],
  ],
  [
    'giving up what pay_later has uncaptured',
    (amount) => commitmentPostings(cents(amount)),
    [['uncaptured', 'commitment']],
  ],
]

for (const [operation, postingsOf, moves] of operations) {
  const sentence = moves.map(([debit, credit]) => `debits ${debit} and credits ${credit}`)
  test(`${operation} ${sentence.join(', ')}; nothing moves nothing`, () => {
    const wanted = moves.map(([debit, credit]) => ({ debit, credit, amount: 1_250 }))
    assert.deepEqual(postingsOf(1_250), wanted)
    assert.deepEqual(postingsOf(0), [])
  })
}
