import assert from 'node:assert/strict'
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type KeyRing, ringsOf } from './key-ring.ts'
import { placeOf } from './sealed-columns.ts'
import { createVault, SecretUnreadable } from './vault.ts'

const vault = createVault('a secret key')
const other = createVault('another secret key')
const place = placeOf('webhook_endpoints.secret', 'store', 'endpoint')
const text = fc.string({ unit: 'binary', maxLength: 200 })
const [first, second] = ['first', 'second'].map((kid) => ({ kid, material: randomBytes(32) }))
assert.ok(first !== undefined && second !== undefined)

function ringVault(secretKeys: KeyRing, secretKey?: string, tokenKeys?: KeyRing) {
  return createVault(ringsOf({ secretKeys, tokenKeys }, secretKey))
}

test('a sealed text opens to the same text', () => {
  fc.assert(
    fc.property(text, (secret) =>
      assert.equal(vault.open(vault.seal(secret, place), place), secret),
    ),
  )
})

test('a vault of the same key opens what another sealed, after a restart too', () => {
  const sealed = vault.seal('whsec_abc', place)
  assert.match(sealed, /^v2\.0(\.[A-Za-z0-9_-]+){3}$/)
  assert.equal(createVault('a secret key').open(sealed, place), 'whsec_abc')
})

test('a vault of another key does not open it', () => {
  assert.throws(() => other.open(vault.seal('whsec_abc', place), place), SecretUnreadable)
  assert.throws(() => other.open(vault.seal('', place), place), SecretUnreadable)
})

test('the first key seals, each of them opens, and a missing one is named', () => {
  const sealed = ringVault([first]).seal('whsec_abc', place)
  assert.match(sealed, /^v2\.first\./)
  const turned = ringVault([second, first])
  assert.equal(turned.open(sealed, place), 'whsec_abc')
  assert.match(turned.seal('whsec_abc', place), /^v2\.second\./)
  assert.throws(() => ringVault([second]).open(sealed, place), /no key first/)
})

test('secrets encrypted by SECRET_KEY without a context can be decrypted, also with a ring', () => {
  for (const secretKey of ['a secret key', 'x']) {
    const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'secrets at rest', 32))
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = Buffer.concat([cipher.update('whsec_abc', 'utf8'), cipher.final()])
    const v1 = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    assert.equal(createVault(secretKey).open(v1, place), 'whsec_abc')
    assert.equal(ringVault([first], secretKey).open(v1, place), 'whsec_abc')
    assert.throws(() => ringVault([first]).open(v1, place), /no key 0/)
    assert.throws(() => other.open(v1, place), SecretUnreadable)
  }
})

test('a text that was moved to another row, column or table does not open', () => {
  const sealed = vault.seal('whsec_abc', place)
  const others = [
    placeOf('webhook_endpoints.secret', 'store', 'another'),
    placeOf('webhook_endpoints.secret', 'another', 'endpoint'),
    placeOf('webhook_endpoints.secret', 'store/endpoint'),
    placeOf('webhook_endpoints.secret_previous', 'store', 'endpoint'),
    placeOf('payment_methods.token', 'store', 'endpoint'),
  ]
  for (const moved of others) assert.throws(() => vault.open(sealed, moved), SecretUnreadable)
})

test('the same secret sealed twice looks different and shows nothing of itself', () => {
  const [one, another] = [vault.seal('whsec_abc', place), vault.seal('whsec_abc', place)]
  assert.notEqual(one, another)
  for (const part of one.split('.')) {
    assert.ok(!Buffer.from(part, 'base64url').toString('latin1').includes('whsec'))
  }
})

test('a change of any byte is noticed', () => {
  const [version, kid, ...parts] = vault.seal('whsec_abc', place).split('.')
  for (const [index, part] of parts.entries()) {
    const bytes = Buffer.from(part, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x01
      const all = parts.with(index, changed.toString('base64url'))
      const sealed = [version, kid, ...all].join('.')
      assert.throws(() => vault.open(sealed, place), SecretUnreadable, `${index} ${at}`)
    }
  }
})

test('a text that was cut or lengthened does not open', () => {
  const sealed = vault.seal('whsec_abc', place)
  const [version, kid, nonce, tag = '', end] = sealed.split('.')
  const wrong = [
    ...['', 'v2', 'v2.', 'v2.0', 'v2.0...', 'no base 64 !', `${sealed}AAAA`, `${sealed}.`],
    ...[sealed.slice(0, -4), [version, kid, nonce, tag.slice(0, 6), end].join('.')],
    ...[[version, 'another', nonce, tag, end].join('.'), [version, kid, '', tag, end].join('.')],
  ]
  for (const each of wrong) assert.throws(() => vault.open(each, place), SecretUnreadable, each)
})

test('a token is the same every time, and another one for each key, purpose and id', () => {
  const token = vault.token('checkout', 'a')
  assert.match(token, /^0\.[A-Za-z0-9_-]{43}$/)
  assert.equal(createVault('a secret key').token('checkout', 'a'), token)
  const others = [
    token,
    vault.token('checkout', 'b'),
    vault.token('receipt', 'a'),
    other.token('checkout', 'a'),
  ]
  assert.equal(new Set(others).size, others.length)
  assert.deepEqual(
    others.map((each) => vault.verifyToken('checkout', 'a', each)),
    [true, false, false, false],
  )
})

test('a token holds under each key of the ring, and without a kid under SECRET_KEY', () => {
  const token = ringVault([first]).token('checkout', 'a')
  assert.match(token, /^first\./)
  const verify = (each: ReturnType<typeof createVault>, candidate = token) =>
    each.verifyToken('checkout', 'a', candidate)
  assert.ok(verify(ringVault([second, first])))
  assert.ok(!verify(ringVault([second])))
  const key = Buffer.from(hkdfSync('sha256', 'a secret key', '', 'bound tokens', 32))
  const early = createHmac('sha256', key).update('["checkout","a"]').digest('base64url')
  assert.ok(verify(vault, early))
  assert.ok(verify(ringVault([first], 'a secret key'), early))
  assert.ok(!verify(ringVault([first]), early))
  const malformed = ['', '.', 'first', 'first.', `${token}A`, `x.${token}`, `first.${early}`]
  for (const wrong of malformed) assert.ok(!verify(ringVault([first]), wrong), wrong)
})

test('a ring of token keys takes the place of the keys of secrets', () => {
  const apart = ringVault([first], undefined, [second])
  assert.match(apart.token('checkout', 'a'), /^second\./)
  assert.match(apart.seal('whsec_abc', place), /^v2\.first\./)
  assert.ok(!apart.verifyToken('checkout', 'a', ringVault([first]).token('checkout', 'a')))
})
