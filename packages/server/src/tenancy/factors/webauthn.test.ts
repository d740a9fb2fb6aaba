// What a passkey answers, judged by the library and by a second one: of a thousand mutated answers
// the two say the same.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  decodePKIXECDSASignature,
  decodeSEC1PublicKey,
  p256,
  verifyECDSASignature,
} from '@oslojs/crypto/ecdsa'
import {
  ClientDataType,
  createAssertionSignatureMessage,
  parseAuthenticatorData,
  parseClientDataJSON,
} from '@oslojs/webauthn'
import type { PasskeyAnswer } from '@svc/api'
import { type Authenticator, authenticatorAt } from '../../../../../test/desk.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { verifyAnswer, verifyCreation } from './webauthn.ts'

const SITE = { origin: 'https://svc.example.com', rpId: 'svc.example.com' }
const CHALLENGE = Buffer.from('a challenge of the tests').toString('base64url')
const expected = { ...SITE, isChallenge: (text: string) => text === CHALLENGE }
const seed = seedOf('webauthn')

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** By `@oslojs/webauthn`, whose steps are those of the standard, §7.2. */
function secondOpinion(answer: PasskeyAnswer, passkey: Authenticator): boolean {
  try {
    const { clientDataJSON, authenticatorData, signature } = answer.response
    const client = parseClientDataJSON(bytes(clientDataJSON))
    const data = parseAuthenticatorData(bytes(authenticatorData))
    const challenge = Buffer.from(client.challenge).toString('base64url')
    const message = createAssertionSignatureMessage(bytes(authenticatorData), bytes(clientDataJSON))
    const hash = createHash('sha256').update(message).digest()
    // The key behind its header: x, then y.
    const x = passkey.publicKey.subarray(10, 42)
    const point = Buffer.concat([Buffer.from([4]), x, passkey.publicKey.subarray(45)])
    return (
      answer.id === answer.rawId &&
      client.type === ClientDataType.Get &&
      client.origin === SITE.origin &&
      challenge === CHALLENGE &&
      data.verifyRelyingPartyIdHash(SITE.rpId) &&
      data.userPresent &&
      data.userVerified &&
      verifyECDSASignature(
        decodeSEC1PublicKey(p256, new Uint8Array(point)),
        new Uint8Array(hash),
        decodePKIXECDSASignature(sequenceOf(bytes(signature))),
      )
    )
  } catch {
    return false
  }
}

/** The first library passes over what stands behind the two numbers, which proves nothing. */
const sequenceOf = (der: Uint8Array) => der.subarray(0, 2 + (der[1] ?? 0))

async function firstOpinion(answer: PasskeyAnswer, passkey: Authenticator): Promise<boolean> {
  const publicKey = passkey.publicKey.toString('base64url')
  const known = { credentialId: passkey.id, publicKey }
  return (await verifyAnswer(answer, known, expected)) !== undefined
}

/** The same draws for the same seed. */
function draws(name: string): (below: number) => number {
  let count = 0
  return (below) => {
    const hash = createHash('sha256').update(`${seed}/${name}/${count++}`).digest()
    return hash.readUInt32BE(0) % below
  }
}

const CHANGES = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'http://svc.example.com' },
  { rpId: 'evil.example' },
  { type: 'webauthn.create' },
  { flags: 0x00 },
  { flags: 0x01 },
  { flags: 0x04 },
  { flags: 0x1d },
  { counter: 4_294_967_295 },
  { crossOrigin: true },
] as const

/**
 * A place in one of the two numbers of a signature. How they are wrapped proves nothing, and the
 * libraries are not equally strict about it.
 */
function inNumbers(der: Buffer, draw: (below: number) => number): number {
  const [first, second] = [4, 4 + (der[3] ?? 0) + 2]
  const isFirst = draw(2) === 0
  return isFirst ? first + draw(der[3] ?? 1) : second + draw(der.length - second)
}

/** One bit of one part is another, a byte is missing, or one more is there. */
function mutated(answer: PasskeyAnswer, draw: (below: number) => number): PasskeyAnswer {
  const parts = ['clientDataJSON', 'authenticatorData', 'signature'] as const
  const part = parts[draw(parts.length)] ?? 'signature'
  const before = Buffer.from(answer.response[part], 'base64url')
  const at = part === 'signature' ? inNumbers(before, draw) : draw(before.length)
  const changed = Buffer.from(before)
  const kind = draw(4)
  if (kind <= 1) changed[at] = (changed[at] ?? 0) ^ (1 << draw(8))
  const cut =
    kind === 2 ? Buffer.concat([before.subarray(0, at), before.subarray(at + 1)]) : changed
  const grown = kind === 3 ? Buffer.concat([before, Buffer.from([draw(256)])]) : cut
  return { ...answer, response: { ...answer.response, [part]: grown.toString('base64url') } }
}

test('two libraries agree on a thousand answers, most of them mutated', async () => {
  const draw = draws('answers')
  let good = 0
  for (let count = 0; count < 1_000; count++) {
    const passkey = authenticatorAt(SITE)
    const challenge = draw(20) === 0 ? 'b3RoZXI' : CHALLENGE
    const whole = passkey.sign(challenge, CHANGES[draw(CHANGES.length)])
    const answer = draw(4) === 0 ? whole : mutated(whole, draw)
    const first = await firstOpinion(answer, passkey)
    // Its key is no draw: without it the seed alone would not repeat the answer.
    const publicKey = passkey.publicKey.toString('hex')
    const what = JSON.stringify({ count, answer, publicKey })
    assert.equal(first, secondOpinion(answer, passkey), what)
    if (first) good++
  }
  assert.ok(good > 20 && good < 500, `${good} were good`)
})

test('a valid signature is never refused, however short its numbers are', async () => {
  const passkey = authenticatorAt(SITE)
  for (let count = 0; count < 300; count++) {
    assert.equal(await firstOpinion(passkey.sign(CHALLENGE), passkey), true)
  }
})

test('a new passkey is verified to be made by its authenticator for this site', async () => {
  const passkey = authenticatorAt(SITE)
  const made = await verifyCreation(passkey.create(CHALLENGE), expected)
  const publicKey = passkey.publicKey.toString('base64url')
  assert.deepEqual(made, { credentialId: passkey.id, publicKey, uses: 0 })
  for (const changes of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.get' },
    { flags: 0x41 },
    { flags: 0x44 },
    { flags: 0x05 },
  ]) {
    assert.equal(await verifyCreation(passkey.create(CHALLENGE, changes), expected), undefined)
  }
  assert.equal(await verifyCreation(passkey.create('b3RoZXI'), expected), undefined)
})
