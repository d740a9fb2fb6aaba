import { inMode } from '../../platform/network/address-guard.ts'
import { postGuarded } from '../../platform/network/post.ts'
import { signPayload } from '../../tenancy/stores/signature.ts'
import type { Attempted, Outgoing } from './message.ts'
import type { Sending } from './message-kind.ts'
import { parseRetryAfter } from './retry.ts'

const STORED_CHARACTERS = 2_000

/** One signed request. Never throws because of what the receiver does. */
export async function attempt(
  { clock, real, vault, allow }: Pick<Sending, 'clock' | 'real' | 'vault' | 'allow'>,
  { id, body, secrets: sealed, clean = (text) => text, ...outgoing }: Outgoing,
): Promise<Attempted> {
  const startedAt = clock.now()
  const secrets = sealed.map((secret) => vault.open(secret.sealed, secret.place))
  // A receiver checks the time of a signature against that of the world.
  const timestampSeconds = Math.floor(real.now().getTime() / 1000)
  const result = await postGuarded({
    url: outgoing.url,
    body,
    allow: inMode(allow, outgoing),
    keeps: true,
    headers: {
      'content-type': 'application/json',
      ...outgoing.headers,
      ...signPayload({ secrets, id, timestampSeconds, body }),
    },
  })
  const { durationMs } = result
  const made = { startedAt, durationMs, status: null, failure: null, response: null }
  if ('failure' in result) {
    const failure = storable(clean(result.failure))
    return { attempt: { ...made, failure }, text: '', retryAfter: undefined }
  }
  const { status, headers, body: text } = result
  return {
    attempt: { ...made, status, response: storable(clean(text)) },
    text,
    retryAfter: parseRetryAfter(headers['retry-after'], { at: clock.now(), real: real.now() }),
  }
}

/** PostgreSQL knows no NUL in a text, and no half of a character. */
function storable(text: string): string {
  return [...text.replaceAll('\0', '')].slice(0, STORED_CHARACTERS).join('')
}
