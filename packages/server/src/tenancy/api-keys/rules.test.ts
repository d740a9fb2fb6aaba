import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiKeyWish, limits, type Scope, scopes } from '@svc/api'
import { type ApiKey, operator } from '../../model/keys/api-key.ts'
import { accept } from '../../platform/refusal.ts'
import { decideNewKey, decideRevocation, decideRotation } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

function keyOf(id: string, more: Partial<ApiKey> = {}): ApiKey {
  return {
    ...{ storeId: 'store', id, kind: 'private', name: `key ${id}`, scopes, hint: 'sk_a…b' },
    ...{ createdAt: inHours(-1), lastUsedAt: null, expiresAt: null, revokedAt: null },
    ...{ mode: null, addresses: null, makerId: null },
    ...more,
  }
}

const first = keyOf('first')
const many = (count: number) => Array.from({ length: count }, (_, index) => keyOf(`key ${index}`))
const keysOnly = keyOf('keys', { scopes: ['keys:write'] })

function make(
  wish: Omit<ApiKeyWish, 'name'>,
  { actor = first, expiresAt = null as Date | null, active = [first] } = {},
) {
  return decideNewKey({ actor, wish: { name: 'a name', ...wish }, expiresAt, active, now })
}

const granted: readonly (readonly [name: string, ApiKeyWish['scopes'], readonly Scope[]])[] = [
  ['none named: all that its maker has', undefined, scopes],
  ['one named', ['orders:read'], ['orders:read']],
  ['one named twice', ['orders:read', 'orders:read'], ['orders:read']],
  [
    'several, in the order of the list',
    ['events:read', 'orders:read'],
    ['orders:read', 'events:read'],
  ],
]

for (const [name, wanted, answer] of granted) {
  test(`a private key with scopes, ${name}`, () => {
    const wish = { kind: 'private', ...(wanted === undefined ? {} : { scopes: wanted }) } as const
    assert.deepEqual(make(wish), {
      plan: {
        ...{ name: 'a name', kind: 'private', scopes: answer, makerId: 'first' },
        ...{ mode: null, addresses: null, expiresAt: null },
      },
    })
  })
}

test('omitted scopes are those of the caller’s key, not all', () => {
  const decision = make({ kind: 'private' }, { actor: keysOnly })
  assert.deepEqual(accept(decision).scopes, ['keys:write'])
})

test('a public key has no scopes', () => {
  assert.deepEqual(accept(make({ kind: 'public', scopes: [] })).scopes, [])
  assert.deepEqual(accept(make({ kind: 'public' }, { actor: keysOnly })).scopes, [])
  const { refused, detail } = {
    detail: undefined,
    ...make({ kind: 'public', scopes: ['orders:read'] }),
  }
  assert.equal(refused, 'body_invalid')
  assert.deepEqual(Object.keys(detail?.fields ?? {}), ['scopes'])
})

test('a private key has at least one scope', () => {
  assert.equal(make({ kind: 'private', scopes: [] }).refused, 'body_invalid')
})

for (const scope of scopes) {
  test(`nobody without ${scope} grants it`, () => {
    const actor = keyOf('narrow', { scopes: scopes.filter((each) => each !== scope) })
    const decision = make({ kind: 'private', scopes: [scope] }, { actor })
    assert.deepEqual(decision, { refused: 'scope_missing', detail: { values: { scope } } })
    const old = keyOf('old', { scopes: [scope] })
    const rotation = { actor, old, until: now, active: [actor, old], now }
    assert.equal(decideRotation(rotation).refused, 'scope_missing')
  })
}

test('a key expires in the future, or with the one that makes it', () => {
  assert.equal(make({ kind: 'private' }, { expiresAt: now }).refused, 'body_invalid')
  assert.equal(make({ kind: 'private' }, { expiresAt: inHours(-1) }).refused, 'body_invalid')
  const soon = new Date(now.getTime() + 1)
  assert.equal(accept(make({ kind: 'private' }, { expiresAt: soon })).expiresAt, soon)
  for (const kind of ['private', 'public'] as const) {
    const actor = keyOf('short', { expiresAt: inHours(2) })
    assert.deepEqual(accept(make({ kind }, { actor })).expiresAt, inHours(2))
    assert.deepEqual(accept(make({ kind }, { actor, expiresAt: inHours(2) })).expiresAt, inHours(2))
    const { refused, detail } = {
      detail: undefined,
      ...make({ kind }, { actor, expiresAt: inHours(3) }),
    }
    assert.equal(refused, 'api_key_wider')
    assert.deepEqual(Object.keys(detail?.fields ?? {}), ['expires_at'])
  }
})

test('faults of the body come before missing scopes, and these before the number of keys', () => {
  const full = { actor: keysOnly, active: many(limits.apiKeysMax) }
  const past = { ...full, expiresAt: now }
  assert.equal(make({ kind: 'private', scopes: ['orders:read'] }, past).refused, 'body_invalid')
  assert.equal(make({ kind: 'private', scopes: ['orders:read'] }, full).refused, 'scope_missing')
  assert.equal(make({ kind: 'private' }, full).refused, 'api_key_limit_reached')
})

test('a store has a limited number of keys', () => {
  const room = { active: many(limits.apiKeysMax - 1) }
  assert.equal(accept(make({ kind: 'public' }, room)).kind, 'public')
  assert.equal(
    make({ kind: 'public' }, { active: many(limits.apiKeysMax) }).refused,
    'api_key_limit_reached',
  )
})

test('a successor has the name and bounds of the old key, which ends after the overlap', () => {
  const bounds = {
    ...{ scopes: ['orders:read' as const], mode: 'live' as const },
    ...{ addresses: ['203.0.113.0/24'], expiresAt: inHours(48) },
  }
  const old = keyOf('old', { name: 'Warehouse', ...bounds })
  const until = inHours(24)
  const plan = accept(decideRotation({ actor: first, old, until, active: [first, old], now }))
  assert.deepEqual(plan, {
    next: { name: 'Warehouse', kind: 'private', makerId: 'first', ...bounds },
    old: { ...old, expiresAt: until },
  })
})

test('a rotation never lets a key live longer', () => {
  const old = keyOf('old', { expiresAt: inHours(1) })
  const input = { actor: first, old, active: [first, old], now }
  assert.deepEqual(accept(decideRotation({ ...input, until: inHours(24) })).old, old)
  assert.deepEqual(accept(decideRotation({ ...input, until: now })).old.expiresAt, now)
})

test('a key that has ended is not rotated', () => {
  const ended = [
    [keyOf('old', { revokedAt: inHours(-1) }), 'revoked'],
    [keyOf('old', { expiresAt: now }), 'expired'],
  ] as const
  for (const [old, state] of ended) {
    assert.deepEqual(decideRotation({ actor: first, old, until: now, active: [first], now }), {
      refused: 'api_key_ended',
      detail: { values: { state } },
    })
  }
})

test('a store with all its keys rotates one only when the old one ends immediately', () => {
  const active = many(limits.apiKeysMax)
  const [old = first] = active
  const input = { actor: old, old, active, now }
  assert.equal(decideRotation({ ...input, until: inHours(1) }).refused, 'api_key_limit_reached')
  assert.equal(accept(decideRotation({ ...input, until: now })).old.expiresAt, now)
})

const temporary = keyOf('temporary', { expiresAt: inHours(24) })
const longer = keyOf('longer', { expiresAt: inHours(48) })
const reader = keyOf('reader', { scopes: ['orders:read'] })
const page = keyOf('page', { kind: 'public', scopes: [] })

const revocations: readonly (readonly [
  name: string,
  key: ApiKey,
  others: readonly ApiKey[],
  refused: boolean,
])[] = [
  ['the only key', first, [], true],
  ['the only private key', first, [page], true],
  ['the only key that can make keys', first, [reader, page], true],
  ['one of two that never end', first, [keysOnly], false],
  ['the lasting one of two', first, [temporary], true],
  ['the temporary one of two', temporary, [first], false],
  ['the only temporary one', temporary, [reader], true],
  ['the sooner of two temporary ones', temporary, [longer], false],
  ['the later of two temporary ones', longer, [temporary], true],
  ['a key that cannot make keys', reader, [], false],
  ['a public key', page, [], false],
  ['an expired key that could make keys', keyOf('old', { expiresAt: now }), [], false],
]

for (const [name, key, others, refused] of revocations) {
  test(`revoking ${name} is ${refused ? 'refused' : 'done'}`, () => {
    const active = [key, ...others]
    const input = { key, active, now, minted: [], cascade: false }
    const decision = decideRevocation({ ...input, actor: first })
    const revoked = { plan: [{ ...key, revokedAt: now }] }
    if (refused) assert.equal(decision.refused, 'api_key_last')
    else assert.deepEqual(decision, revoked)
    assert.deepEqual(decideRevocation({ ...input, actor: operator }), revoked)
  })
}

test('revoking a second time changes nothing', () => {
  const key = keyOf('old', { revokedAt: inHours(-1) })
  const input = { actor: first, key, minted: [], cascade: false, active: [], now }
  assert.deepEqual(decideRevocation(input), { plan: [] })
})
