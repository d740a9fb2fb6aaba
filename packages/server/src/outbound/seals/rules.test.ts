import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealOf } from './hash.ts'
import { isSealDue, SEALED_AT_ONCE } from './rules.ts'
import type { Covered, SealHead } from './seal.ts'

const at = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const head: SealHead = {
  storeId: 'store',
  sandbox: true,
  number: 4,
  position: 20,
  hash: 'a'.repeat(64),
  sealedAt: at,
}

test('a stream is sealed a minute after its last seal, immediately when much waits', () => {
  const cases: readonly [SealHead, waiting: number, now: Date, due: boolean][] = [
    [head, 1, later(59_999), false],
    [head, 1, later(60_000), true],
    [head, 0, later(60_000), false],
    [head, SEALED_AT_ONCE - 1, later(1), false],
    [head, SEALED_AT_ONCE, later(1), true],
    [{ ...head, sealedAt: null }, 1, at, true],
    [{ ...head, sealedAt: null }, 0, at, false],
    [head, 1, later(-1), true],
  ]
  for (const [index, [of, waiting, now, due]] of cases.entries()) {
    assert.equal(isSealDue(of, waiting, now), due, `case ${index}`)
  }
})

const event: Covered = {
  position: 21,
  id: 'event',
  type: 'order.captured',
  orderId: 'order',
  sequence: 3,
  ledgerSequence: 2,
  ledgerHash: 'b'.repeat(64),
  createdAt: at,
  subject: null,
  data: { amount: 1 },
}

test('a seal continues where the last one ended', () => {
  const seal = sealOf(head, [event, { ...event, position: 22 }], at)
  assert.deepEqual(
    [seal.number, seal.firstPosition, seal.lastPosition, seal.previousHash],
    [5, 21, 22, head.hash],
  )
})

function otherThan(value: unknown): unknown {
  if (value instanceof Date) return later(1)
  return typeof value === 'number' ? 99 : 'other'
}

test('any difference in the sealed data makes another seal', () => {
  const texts = new Set([sealOf(head, [event], at).hash])
  const others: readonly (readonly [SealHead, Covered, Date])[] = [
    [{ ...head, storeId: 'other' }, event, at],
    [{ ...head, sandbox: false }, event, at],
    [{ ...head, number: 5 }, event, at],
    [{ ...head, position: 21 }, event, at],
    [{ ...head, hash: 'c'.repeat(64) }, event, at],
    [head, event, later(1)],
    ...Object.entries(event).map(
      ([name, value]) => [head, { ...event, [name]: otherThan(value) }, at] as const,
    ),
  ]
  for (const [of, covered, when] of others) texts.add(sealOf(of, [covered], when).hash)
  assert.equal(texts.size, 1 + 6 + Object.keys(event).length)
})

test('an event without an order is sealed, too', () => {
  const own = { ...event, orderId: null, sequence: null, ledgerSequence: null, ledgerHash: null }
  assert.notEqual(sealOf(head, [own], at).contentHash, sealOf(head, [event], at).contentHash)
})
