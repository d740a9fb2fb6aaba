/**
 * Deliveries that a receiver must refuse, each made from one that it takes. Used against every
 * verification that we ship.
 */
import {
  type SignedContent,
  signWebhook,
  type WebhookVerificationReason,
} from '../packages/api/src/webhooks/index.ts'

type Delivered = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

type HostileDelivery = Delivered & {
  readonly name: string
  readonly reason: WebhookVerificationReason
  /** HTTP itself trims or refuses such a header, so that no receiver ever meets it. */
  readonly unsendable?: boolean
}

export type Genuine = {
  readonly secret: string
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const SIGNATURES = 10_000

/** All of them, by what is wrong. The body needs a character that UTF-8 writes as several bytes. */
export function hostileDeliveries(genuine: Genuine): HostileDelivery[] {
  return [
    ...wrongHeaders(genuine),
    ...wrongSignatures(genuine),
    ...wrongTimestamps(genuine),
    ...wrongBodies(genuine),
  ]
}

export function delivered({ secret, id, timestampSeconds, body }: Genuine): Delivered {
  return {
    headers: { ...signWebhook({ secret, id, timestampSeconds, body }) },
    body: Buffer.from(body),
  }
}

function wrongHeaders(genuine: Genuine): HostileDelivery[] {
  const { headers, body } = delivered(genuine)
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const reason = 'header_missing'
  const without = names.map((absent) => {
    const rest = Object.entries(headers).filter(([name]) => name !== absent)
    return { name: `no ${absent}`, headers: Object.fromEntries(rest), body, reason } as const
  })
  const empty = names.map(
    (name) =>
      ({ name: `an empty ${name}`, headers: { ...headers, [name]: '' }, body, reason }) as const,
  )
  const ids = [`${genuine.id}0`, genuine.id.slice(1), genuine.id.toUpperCase(), '.']
  const wrongIds = ids.map(
    (id) =>
      ({
        name: `the id ${id}`,
        headers: { ...headers, 'webhook-id': id },
        body,
        reason: 'signature_mismatch',
      }) as const,
  )
  const nul = { ...headers, 'webhook-id': `${genuine.id}\0` }
  return [
    ...without,
    ...empty,
    ...wrongIds,
    { name: 'a NUL', headers: nul, body, reason: 'signature_mismatch', unsendable: true },
  ]
}

function wrongSignatures(genuine: Genuine): HostileDelivery[] {
  const { headers, body } = delivered(genuine)
  const right = headers['webhook-signature'] ?? ''
  const base64 = right.slice('v1,'.length)
  const stranger =
    delivered({ ...genuine, secret: OTHER_SECRET }).headers['webhook-signature'] ?? ''
  const signatures: readonly (readonly [name: string, signature: string])[] = [
    ['another secret', stranger],
    ['a signature cut by one character', right.slice(0, -1)],
    ['a signature cut to its version', 'v1,'],
    ['a signature with one character more', `${right}=`],
    ['a signature of another version', `v1a,${base64}`],
    ['a version that is no v1', `v11,${base64} v0,${base64} V1,${base64}`],
    ['no version', base64],
    ['base64url', `v1,${Buffer.from(base64, 'base64').toString('base64url')}`],
    ['base64 with the padding of none', right.replaceAll('=', '')],
    ['hexadecimal', `v1,${Buffer.from(base64, 'base64').toString('hex')}`],
    ['a semicolon', right.replace(',', ';')],
    ['a blank within', right.replace(',', ', ')],
    ['a tab between', `${stranger}\t${right}`],
    ['letters beyond ASCII', `v1,${'é'.repeat(22)}`],
    ['words', 'true 1 null undefined'],
    ['many signatures that are wrong', Array.from({ length: 200 }, () => stranger).join(' ')],
  ]
  const all = signatures.map(([name, signature]): HostileDelivery => {
    const changed = { ...headers, 'webhook-signature': signature }
    return { name, headers: changed, body, reason: 'signature_mismatch' }
  })
  const flood = Array.from({ length: SIGNATURES }, () => stranger).join(' ')
  return [
    ...all,
    {
      name: 'a right signature behind ten thousand wrong ones',
      headers: { ...headers, 'webhook-signature': `${flood} ${right}` },
      body,
      reason: 'signature_mismatch',
      unsendable: true,
    },
  ]
}

/** Signed as they stand, so that nothing but the timestamp is wrong. */
function wrongTimestamps(genuine: Genuine): HostileDelivery[] {
  const { timestampSeconds: now } = genuine
  const texts: readonly (readonly [text: string, reason: WebhookVerificationReason])[] = [
    [String(now - 302), 'timestamp_too_old'],
    ['0', 'timestamp_too_old'],
    ['1', 'timestamp_too_old'],
    [String(now + 330), 'timestamp_too_new'],
    ['999999999999', 'timestamp_too_new'],
    [`${now}000000`, 'header_malformed'],
    ['9'.repeat(400), 'header_malformed'],
    ['1e9', 'header_malformed'],
    [`-${now}`, 'header_malformed'],
    [`+${now}`, 'header_malformed'],
    [`${now}.0`, 'header_malformed'],
    [`0${now}`, 'header_malformed'],
    [`0x${now.toString(16)}`, 'header_malformed'],
    ['NaN', 'header_malformed'],
    ['Infinity', 'header_malformed'],
    [new Date(now * 1000).toISOString(), 'header_malformed'],
    [`${now}, ${now}`, 'header_malformed'],
  ]
  const sendable = texts.map(([text, reason]) => stamped(genuine, text, reason))
  const blanks = [` ${now}`, `${now} `, `${now}\n`, `${now}\0`].map((text) => ({
    ...stamped(genuine, text, 'header_malformed'),
    unsendable: true,
  }))
  const moved = delivered(genuine)
  const later = { ...moved.headers, 'webhook-timestamp': String(now + 1) }
  return [
    ...sendable,
    ...blanks,
    {
      ...moved,
      name: 'a timestamp moved by a second',
      headers: later,
      reason: 'signature_mismatch',
    },
  ]
}

function stamped(
  genuine: Genuine,
  timestamp: SignedContent['timestamp'],
  reason: WebhookVerificationReason,
): HostileDelivery {
  const { secret, id, body } = genuine
  const timestampSeconds = timestamp as unknown as number
  const headers = { ...signWebhook({ secret, id, timestampSeconds, body }) }
  const name = `the timestamp ${JSON.stringify(timestamp).slice(0, 40)}`
  return { name, headers, body: Buffer.from(body), reason }
}

function wrongBodies(genuine: Genuine): HostileDelivery[] {
  const { headers, body } = delivered(genuine)
  const flipped = Buffer.from(body)
  flipped[flipped.length - 2] = (flipped.at(-2) ?? 0) ^ 1
  const changed: readonly (readonly [name: string, body: Buffer])[] = [
    ['one bit of the body', flipped],
    ['a body cut by one byte', body.subarray(0, -1)],
    ['a line end behind the body', Buffer.concat([body, Buffer.from('\n')])],
    ['a blank before the body', Buffer.concat([Buffer.from(' '), body])],
    ['a NUL behind the body', Buffer.concat([body, Buffer.from([0])])],
    ['a byte order mark', Buffer.concat([Buffer.from('\uFEFF'), body])],
    ['no body', Buffer.alloc(0)],
    ['a body in Latin-1', Buffer.from(genuine.body, 'latin1')],
    ['a body written again', Buffer.from(JSON.stringify(JSON.parse(genuine.body), null, 1))],
  ]
  const mismatches = changed.map(
    ([name, bytes]) => ({ name, headers, body: bytes, reason: 'signature_mismatch' }) as const,
  )
  const signedTexts: readonly string[] = ['', '{', '1', '"text"', 'null', '[]', `\uFEFF{}`, '{}\0']
  const noObjects = signedTexts.map((text) => ({
    ...delivered({ ...genuine, body: text }),
    name: `signed, and no JSON object: ${JSON.stringify(text)}`,
    reason: 'body_not_json' as const,
  }))
  const { secret, id, timestampSeconds } = genuine
  const broken = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
  return [
    ...mismatches,
    ...noObjects,
    {
      name: 'signed, and not UTF-8',
      headers: { ...signWebhook({ secret, id, timestampSeconds, body: broken }) },
      body: broken,
      reason: 'body_not_json',
    },
  ]
}
