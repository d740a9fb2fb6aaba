import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order, OrderState } from '../../model/order/order.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { decideTokenUse, firstToken, laterToken, readToken, type TokenUse } from './buyers-token.ts'

const vault = createVault('a secret of the tests')
const at = new Date('2026-11-22T10:00:00.123Z')
const id = '0123456789abcdef0123456789abcdef'
const other = 'f'.repeat(32)
const later = (ms: number) => new Date(at.getTime() + ms)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('a token names its checkout and, if it is a later one, when it was issued', () => {
  assert.deepEqual(readToken(vault, id, firstToken(vault, id)), { issuedAt: null })
  assert.deepEqual(readToken(vault, id, laterToken(vault, id, at)), { issuedAt: at })
  assert.equal(laterToken(vault, id, at), laterToken(vault, id, at), 'the same one every time')
})

test('a changed token, or one of another checkout, is invalid', () => {
  const token = laterToken(vault, id, at)
  const [issued = '', ...code] = token.split('.')
  const longer = `${(Number.parseInt(issued, 36) + DAY).toString(36)}.${code.join('.')}`
  const first = firstToken(vault, id)
  const forged = createVault('another secret of the tests')
  for (const text of [
    ...['', '.', '..', 'x', longer, code.join('.'), `${issued}.${first}`, `${token}x`],
    ...[`0${token}`, token.toUpperCase(), laterToken(forged, id, at), laterToken(vault, other, at)],
    firstToken(vault, other),
  ]) {
    assert.equal(readToken(vault, id, text), undefined, text)
  }
})

type Row = {
  readonly name: string
  readonly state: OrderState
  readonly product?: 'instalments'
  readonly expiresAt?: Date
  readonly leftAt?: Date
  readonly endedAt?: Date
  /** What each token allows, by how long after `at` it is used; undefined: nothing. */
  readonly first: readonly (readonly [number, TokenUse | undefined])[]
  readonly renewed: readonly (readonly [number, TokenUse | undefined])[]
}

const product = 'instalments'
const rows: readonly Row[] = [
  {
    name: 'an open checkout',
    ...{ state: 'in_process', expiresAt: later(HOUR) },
    first: [
      ...([[0, 'all']] as const),
      ...([
        [HOUR + 2 * DAY - 1, 'all'],
        [HOUR + 2 * DAY, undefined],
      ] as const),
    ],
    renewed: [[0, 'all']],
  },
  {
    name: 'one that nobody signed in time',
    ...{ state: 'ko', leftAt: later(HOUR), endedAt: later(HOUR) },
    first: [
      [HOUR + 2 * DAY - 1, 'all'],
      [HOUR + 2 * DAY, undefined],
    ],
    renewed: [[HOUR + 2 * DAY, undefined]],
  },
  {
    name: 'a signed one that waits for the identity check',
    ...{ state: 'challenge_required', product, leftAt: at, expiresAt: later(2 * DAY) },
    first: [
      [0, 'repeat'],
      [10 * MINUTE - 1, 'repeat'],
      [10 * MINUTE, 'result'],
      [4 * DAY - 1, 'result'],
      [4 * DAY, undefined],
    ],
    renewed: [
      [4 * DAY - 1, 'all'],
      [4 * DAY, undefined],
    ],
  },
  {
    name: 'a confirmed one',
    ...{ state: 'confirmed', product, leftAt: at, endedAt: later(MINUTE) },
    first: [
      [MINUTE, 'repeat'],
      [10 * MINUTE, 'result'],
      [MINUTE + 2 * DAY, undefined],
    ],
    renewed: [
      [MINUTE + 2 * DAY - 1, 'all'],
      [MINUTE + 2 * DAY, undefined],
    ],
  },
  {
    name: 'one that was declined when it was signed',
    ...{ state: 'ko', product, leftAt: at, endedAt: at },
    first: [
      [0, 'repeat'],
      [10 * MINUTE, 'result'],
    ],
    renewed: [
      [2 * DAY - 1, 'all'],
      [2 * DAY, undefined],
    ],
  },
]

for (const { name, first, renewed, state, ...row } of rows) {
  test(`${name}: how long its tokens last, and what they open`, () => {
    const order = { state, product: row.product ?? null, expiresAt: row.expiresAt ?? null } as Order
    const dates = { leftAt: row.leftAt ?? null, endedAt: row.endedAt ?? null }
    const useOf = (issuedAt: Date | null, ms: number) => {
      const facts = { order: { ...order, createdAt: at }, ...dates }
      const decision = decideTokenUse({ issuedAt }, facts, later(ms))
      return decision.refused === undefined ? decision.plan : undefined
    }
    for (const [ms, use] of first) assert.equal(useOf(null, ms), use, `first, after ${ms} ms`)
    for (const [ms, use] of renewed) assert.equal(useOf(at, ms), use, `renewed, after ${ms} ms`)
  })
}

test('a fresh token of an old checkout lasts two days from when it was issued', () => {
  const order = { state: 'confirmed', product, expiresAt: null, createdAt: at } as Order
  const facts = { order, leftAt: at, endedAt: at }
  const issuedAt = later(30 * DAY)
  const use = decideTokenUse({ issuedAt }, facts, later(32 * DAY - 1))
  assert.deepEqual(use, { plan: 'all' })
  assert.equal(decideTokenUse({ issuedAt }, facts, later(32 * DAY)).refused, 'token_invalid')
})
