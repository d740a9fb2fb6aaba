import { inMode } from '../../platform/network/address-guard.ts'
import type { Delivering } from '../../platform/network/delivering.ts'
import { postGuarded } from '../../platform/network/post.ts'
import { parseRetryAfter } from '../../platform/network/retry.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Clock, RealClock } from '../../platform/time/clock.ts'
import { signPayload } from '../../tenancy/stores/signature.ts'
import { eventView } from '../events/view.ts'
import type { Claimed, Outcome, Verdict } from './delivery.ts'

export type Attempting = {
  /** Of the store. */
  readonly clock: Clock
  /** A receiver checks the time of a signature against that of the world. */
  readonly real: RealClock
  readonly vault: Vault
  readonly brand: string
  readonly allow: Delivering['allow']
}

const KEPT_CHARACTERS = 2_000

/** One attempt to tell an endpoint of an event. Never throws because of what the endpoint does. */
export async function attempt(
  { clock, real, vault, brand, allow }: Attempting,
  claimed: Claimed,
): Promise<Outcome> {
  const { delivery, event, url, version } = claimed
  const startedAt = clock.now()
  const body = event === null ? (delivery.exampleBody ?? '') : JSON.stringify(eventView(event))
  const secrets = claimed.secrets.map(({ sealed, place }) => vault.open(sealed, place))
  const timestampSeconds = Math.floor(real.now().getTime() / 1000)
  const result = await postGuarded({
    url,
    body,
    allow: inMode(allow, claimed),
    headers: {
      'content-type': 'application/json',
      'user-agent': `${brand}-webhooks`,
      [`x-${brand}-media-type`]: `${brand}.${version}`,
      ...signPayload({ secrets, id: delivery.eventId, timestampSeconds, body }),
    },
  })
  const { durationMs } = result
  if ('failure' in result) {
    const failure = keepable(result.failure)
    const made = { startedAt, durationMs, status: null, failure, response: null }
    return { claimed, verdict: 'failed', retryAfter: undefined, attempt: made }
  }
  const { status, headers } = result
  const made = { startedAt, durationMs, status, failure: null, response: keepable(result.body) }
  const retryAfter = parseRetryAfter(headers['retry-after'], { at: clock.now(), real: real.now() })
  return { claimed, verdict: verdictOf(status), retryAfter, attempt: made }
}

function verdictOf(status: number): Verdict {
  if (status >= 200 && status <= 299) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

/** PostgreSQL knows no NUL in a text, and no half of a character. */
function keepable(text: string): string {
  return [...text.replaceAll('\0', '')].slice(0, KEPT_CHARACTERS).join('')
}
