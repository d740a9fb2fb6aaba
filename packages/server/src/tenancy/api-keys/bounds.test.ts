import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, scopes } from '@svc/api'
import fc from 'fast-check'
import { type ApiKey, type Bounds, type Mode, operator } from '../../model/keys/api-key.ts'
import { accept } from '../../platform/refusal.ts'
import { allowsAddress, isWithin, passedBounds } from './bounds.ts'
import { decideNewKey, decideRevocation, decideRevokeAll, decideRotation } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

function keyOf(id: string, more: Partial<ApiKey> = {}): ApiKey {
  return {
    ...{ storeId: 'store', id, kind: 'private', name: `key ${id}`, hint: null, makerId: null },
    ...{ createdAt: now, lastUsedAt: null, revokedAt: null },
    ...{ scopes, mode: null, addresses: null, expiresAt: null },
    ...more,
  }
}

const ranges: readonly (readonly [readonly string[] | null, readonly string[] | null, boolean])[] =
  [
    [null, null, true],
    [['10.0.0.0/8'], null, true],
    [null, ['10.0.0.0/8'], false],
    [['10.1.2.3'], ['10.0.0.0/8'], true],
    [['10.0.0.0/8'], ['10.0.0.0/8'], true],
    [['10.0.0.0/7'], ['10.0.0.0/8'], false],
    [['10.1.0.0/16', '11.0.0.1'], ['10.0.0.0/8'], false],
    [['10.1.0.0/16', '11.0.0.1'], ['10.0.0.0/8', '11.0.0.1/32'], true],
    [['2001:db8::1'], ['2001:db8::/32'], true],
    [['2001:db8::/31'], ['2001:db8::/32'], false],
    [['::ffff:10.0.0.1'], ['10.0.0.0/8'], true],
    [['0.0.0.0/0'], ['::/0'], false],
  ]
for (const [inner, outer, within] of ranges) {
  test(`${JSON.stringify(inner)} is ${within ? '' : 'not '}within ${JSON.stringify(outer)}`, () => {
    assert.equal(isWithin(inner, outer), within)
  })
}

test('a key works from its addresses only, and not from one that is unknown', () => {
  const key = keyOf('bound', { addresses: ['203.0.113.0/24', '2001:db8::7'] })
  const answers = [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '2001:DB8::7',
    '203.0.114.1',
    undefined,
    'x',
  ]
  assert.deepEqual(
    answers.map((address) => allowsAddress(key, address)),
    [true, true, true, false, false, false],
  )
  assert.ok(allowsAddress(keyOf('free'), undefined))
})

const mode = fc.constantFrom<Mode | null>(null, 'sandbox', 'live')
const address = fc.constantFrom('10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '192.0.2.1', '0.0.0.0/0')
const bounds = fc.record<Bounds>({
  scopes: fc.uniqueArray(fc.constantFrom(...scopes), { minLength: 1 }),
  mode,
  addresses: fc.option(fc.uniqueArray(address, { minLength: 1, maxLength: 3 })),
  expiresAt: fc.option(fc.integer({ min: 1, max: 100 }).map(inHours)),
})

test('whatever is requested, no key in a chain of five is wider than the ones before', () => {
  const step = fc.record({
    wish: bounds,
    rotates: fc.boolean(),
    kind: fc.constantFrom('private', 'public'),
  })
  fc.assert(
    fc.property(bounds, fc.array(step, { minLength: 5, maxLength: 5 }), (first, steps) => {
      const chain = [keyOf('0', first)]
      for (const [index, { wish, rotates, kind }] of steps.entries()) {
        const actor = chain.at(-1) ?? assert.fail()
        const { scopes, mode, addresses, expiresAt } = wish
        const body = {
          ...{ name: 'a key', kind: kind as ApiKey['kind'] },
          ...(kind === 'public' ? {} : { scopes: [...scopes] }),
          ...(mode === null ? {} : { mode }),
          ...(addresses === null || kind === 'public' ? {} : { addresses: [...addresses] }),
        }
        const decision = rotates
          ? decideRotation({ actor, old: keyOf('other', wish), until: inHours(1), active: [], now })
          : decideNewKey({ actor, wish: body, expiresAt, active: [], now })
        if (decision.refused !== undefined) continue
        const plan = 'next' in decision.plan ? decision.plan.next : decision.plan
        assert.equal(plan.makerId, actor.id)
        const key = keyOf(String(index + 1), plan)
        for (const earlier of chain) {
          // Pages are opened from anywhere.
          const reach = key.kind === 'public' ? { ...key, addresses: earlier.addresses } : key
          assert.deepEqual(passedBounds(earlier, reach), {})
          assert.ok(key.scopes.every((scope) => earlier.scopes.includes(scope)))
        }
        if (key.kind === 'private') chain.push(key)
      }
    }),
  )
})

test('a rotation beyond the bounds of the caller’s key names the first of them', () => {
  const actor = keyOf('actor', {
    mode: 'sandbox',
    addresses: ['10.0.0.0/8'],
    expiresAt: inHours(5),
  })
  const old = keyOf('old')
  const input = { actor, old, until: inHours(1), active: [actor, old], now }
  const { refused, detail } = { detail: undefined, ...decideRotation(input) }
  assert.equal(refused, 'api_key_wider')
  assert.deepEqual(Object.keys(detail?.fields ?? {}), ['expires_at', 'mode', 'addresses'])
  assert.equal(detail?.values?.bound, 'expires_at')
  assert.equal(accept(decideRotation({ ...input, old: actor })).next.expiresAt, actor.expiresAt)
})

test('a cascade ends the keys that the key has made, and never the last that manages keys', () => {
  const [root, child] = [keyOf('root'), keyOf('child', { makerId: 'root' })]
  const other = keyOf('other')
  const input = { actor: root, key: root, minted: [child], now, cascade: true }
  assert.equal(decideRevocation({ ...input, active: [root, child] }).refused, 'api_key_last')
  const plan = accept(decideRevocation({ ...input, active: [root, child, other] }))
  assert.deepEqual(
    plan.map(({ id, revokedAt }) => [id, revokedAt]),
    [
      ['root', now],
      ['child', now],
    ],
  )
  const ended = { ...root, revokedAt: inHours(-1) }
  const later = decideRevocation({ ...input, actor: other, key: ended, active: [child, other] })
  assert.deepEqual(accept(later), [{ ...child, revokedAt: now }])
})

test('a key that is bound to a mode ends only keys that are bound to the same one', () => {
  const actor = keyOf('actor', { mode: 'sandbox' })
  const end = (key: ApiKey) =>
    decideRevocation({
      ...{ actor, key, minted: [], cascade: false, now },
      active: [actor, key, keyOf('first')],
    }).refused
  assert.equal(end(keyOf('one', { mode: 'sandbox' })), undefined)
  assert.equal(end(keyOf('one', { mode: 'live' })), 'mode_not_allowed')
  assert.equal(end(keyOf('one')), 'mode_not_allowed')
})

test('a bound key does not replace the last one that reaches further', () => {
  const key = keyOf('wide')
  for (const narrow of [{ mode: 'live' as const }, { addresses: ['10.0.0.0/8'] }]) {
    const active = [key, keyOf('narrow', narrow)]
    const input = { actor: key, key, minted: [], cascade: false, active, now }
    assert.equal(decideRevocation(input).refused, 'api_key_last')
  }
})

test('all keys are revoked but those named, by default the caller’s own', () => {
  const [one, two, page] = [
    keyOf('one'),
    keyOf('two'),
    keyOf('page', { kind: 'public', scopes: [] }),
  ]
  const active = [one, two, page]
  const ids = (except?: readonly string[]) => {
    const decision = decideRevokeAll({ actor: one, except, active, now })
    return decision.refused ?? decision.plan.map(({ id }) => id)
  }
  assert.deepEqual(ids(), ['two', 'page'])
  assert.deepEqual(ids(['two', 'page']), ['one'])
  assert.deepEqual(ids(['page']), 'api_key_last')
  assert.deepEqual(ids([]), 'api_key_last')
  assert.deepEqual(ids(['one', 'none']), 'body_invalid')
  const all = decideRevokeAll({ actor: operator, except: [], active, now })
  assert.equal(accept(all).length, 3)
  assert.ok(active.length < limits.apiKeysMax)
})
