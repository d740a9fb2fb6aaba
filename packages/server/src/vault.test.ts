import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createVault } from './vault.ts'

const vault = createVault('a secret key')
const other = createVault('another secret key')
const text = fc.string({ unit: 'binary', maxLength: 200 })

test('what was sealed opens to the same text', () => {
  fc.assert(fc.property(text, (secret) => assert.equal(vault.open(vault.seal(secret)), secret)))
})

test('a vault of the same key opens what another sealed, after a restart too', () => {
  assert.equal(createVault('a secret key').open(vault.seal('whsec_abc')), 'whsec_abc')
})

test('a vault of another key does not open it', () => {
  assert.throws(() => other.open(vault.seal('whsec_abc')))
  assert.throws(() => other.open(vault.seal('')))
})

test('the same secret sealed twice looks different and shows nothing of itself', () => {
  const [first, second] = [vault.seal('whsec_abc'), vault.seal('whsec_abc')]
  assert.notEqual(first, second)
  assert.ok(!Buffer.from(first, 'base64').toString('latin1').includes('whsec'))
})

test('a change of any byte is noticed', () => {
  const sealed = Buffer.from(vault.seal('whsec_abc'), 'base64')
  for (let index = 0; index < sealed.length; index++) {
    for (const bit of [0x01, 0x80]) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ bit
      assert.throws(() => vault.open(changed.toString('base64')), `byte ${index}`)
    }
  }
})

test('a text that was cut or lengthened does not open', () => {
  const sealed = Buffer.from(vault.seal('whsec_abc'), 'base64')
  for (const length of [0, 1, 11, 12, 28, sealed.length - 1]) {
    assert.throws(() => vault.open(sealed.subarray(0, length).toString('base64')), `${length}`)
  }
  assert.throws(() => vault.open(Buffer.concat([sealed, Buffer.alloc(1)]).toString('base64')))
  assert.throws(() => vault.open('no base 64 !'))
})

test('a token is the same every time, and another one for each key, purpose and id', () => {
  const token = vault.token('checkout', 'a')
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(createVault('a secret key').token('checkout', 'a'), token)
  const others = [
    token,
    vault.token('checkout', 'b'),
    vault.token('receipt', 'a'),
    other.token('checkout', 'a'),
  ]
  assert.equal(new Set(others).size, others.length)
})
