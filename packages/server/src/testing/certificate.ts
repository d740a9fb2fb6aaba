/** A key and a certificate that it has signed itself, for names of a test's own (RFC 5280). */
import { generateKeyPairSync, sign } from 'node:crypto'

/** Tags of ASN.1, in its distinguished encoding. */
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31
const DNS_NAME = 0x82
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')
const ALTERNATIVE_NAMES = Buffer.from('551d11', 'hex')

function encoded(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const short = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...short]), content])
}

export function createCertificate(names: readonly string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = encoded(SEQUENCE, encoded(OBJECT, ECDSA_WITH_SHA256))
  const commonName = encoded(SEQUENCE, encoded(OBJECT, COMMON_NAME), encoded(UTF8_STRING, 'test'))
  const name = encoded(SEQUENCE, encoded(SET, commonName))
  const alternatives = encoded(SEQUENCE, ...names.map((each) => encoded(DNS_NAME, each)))
  const extension = encoded(OBJECT, ALTERNATIVE_NAMES)
  const content = encoded(
    SEQUENCE,
    encoded(VERSION, encoded(INTEGER, Buffer.from([2]))),
    encoded(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    encoded(SEQUENCE, encoded(UTC_TIME, '200101000000Z'), encoded(UTC_TIME, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encoded(
      EXTENSIONS,
      encoded(SEQUENCE, encoded(SEQUENCE, extension, encoded(OCTET_STRING, alternatives))),
    ),
  )
  const signature = encoded(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey))
  const certificate = encoded(SEQUENCE, content, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  }
}
