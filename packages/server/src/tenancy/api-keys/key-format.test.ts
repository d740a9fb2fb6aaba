import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { deriveKey, formatKey, hashKey, isWellFormedKey } from './key-format.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const privateKey = deriveKey('private', 'a secret', 'demo')
const publicKey = deriveKey('public', 'a secret', 'demo')
const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

/** Base 32 the slow way: the bytes as one string of bits. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

test('a key is its kind, 256 bits in base 32, and a checksum of four characters', () => {
  fc.assert(
    fc.property(random, fc.constantFrom('private' as const, 'public' as const), (bytes, kind) => {
      const key = formatKey(kind, bytes)
      assert.match(key, /^[sp]k_[a-z2-7]{56}$/)
      assert.equal(key.slice(0, 3), kind === 'private' ? 'sk_' : 'pk_')
      assert.equal(key.slice(3, -4), base32(bytes))
      const digest = createHash('sha256')
        .update(`checksum/${key.slice(0, -4)}`)
        .digest()
      assert.equal(key.slice(-4), base32(digest).slice(0, 4))
      assert.ok(isWellFormedKey(key))
    }),
  )
})

for (const key of [privateKey, publicKey]) {
  test(`the checksum of a ${key.slice(0, 2)} key notices each change of one character`, () => {
    for (let index = 3; index < key.length; index++) {
      for (const letter of ALPHABET) {
        if (letter === key[index]) continue
        const typo = key.slice(0, index) + letter + key.slice(index + 1)
        assert.ok(!isWellFormedKey(typo), typo)
      }
    }
  })

  test(`the checksum of a ${key.slice(0, 2)} key notices two neighbours swapped`, () => {
    for (let index = 3; index + 1 < key.length; index++) {
      const [a = '', b = ''] = [key[index], key[index + 1]]
      if (a === b) continue
      assert.ok(!isWellFormedKey(key.slice(0, index) + b + a + key.slice(index + 2)))
    }
  })
}

const malformed: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a prefix alone': 'sk_',
  'a private key passed off as public': `pk_${privateKey.slice(3)}`,
  'another prefix': `xk_${privateKey.slice(3)}`,
  'a key without its last character': privateKey.slice(0, -1),
  'a key without its first letter': `sk_${privateKey.slice(4)}`,
  'a key with one more character': `${privateKey}a`,
  'a key in upper case': privateKey.toUpperCase(),
  'a key with a blank before it': ` ${privateKey}`,
  'a key with a line end behind it': `${privateKey}\n`,
  'two keys': privateKey + privateKey,
  'a key with a digit outside the alphabet': `${privateKey.slice(0, 10)}1${privateKey.slice(11)}`,
}

for (const [name, text] of Object.entries(malformed)) {
  test(`${name} is not a well-formed key`, () => {
    assert.equal(isWellFormedKey(text), false)
  })
}

test('a derived key is always the same, another for each secret, purpose and kind', () => {
  assert.equal(deriveKey('private', 'a secret', 'demo'), privateKey)
  const others = [
    privateKey,
    publicKey,
    deriveKey('private', 'another secret', 'demo'),
    deriveKey('private', 'a secret', 'other'),
    deriveKey('public', 'a secret', 'other'),
  ]
  assert.equal(new Set(others.map((key) => key.slice(3, -4))).size, others.length)
  assert.ok(others.every(isWellFormedKey))
})

test('a key is stored as its SHA-256', () => {
  const hash = createHash('sha256').update(privateKey, 'utf8').digest('hex')
  assert.equal(hashKey(privateKey), hash)
  assert.ok(!hash.includes(privateKey.slice(3)))
})
