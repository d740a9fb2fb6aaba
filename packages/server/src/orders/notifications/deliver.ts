import type { ErrorCode } from '@svc/api'
import { errorDetails } from '../../platform/error-details.ts'
import { inMode } from '../../platform/network/address-guard.ts'
import type { Delivering } from '../../platform/network/delivering.ts'
import { postGuarded } from '../../platform/network/post.ts'
import { parseRetryAfter } from '../../platform/network/retry.ts'
import { Refused } from '../../platform/refusal.ts'
import { signPayload } from '../../tenancy/stores/signature.ts'
import { findNotificationSecrets, findNotificationToken } from '../../tenancy/stores/store.ts'
import { readAnswer } from '../confirmation/answer.ts'
import { type Settling, settleAttempt } from './settling.ts'
import type { Notification } from './store.ts'
import { withoutToken, withToken } from './token.ts'

/** The name that the log gives to what is done here. */
export const LANE = 'notifications'

/** One attempt to tell a store, and what follows from its answer. */
export async function deliver(options: Delivering, notification: Notification): Promise<void> {
  const { database, clock, real, vault, allow } = options
  const startedAt = clock.now()
  const [sealed, sealedToken] = await Promise.all([
    findNotificationSecrets(database, notification.storeId, real.now()),
    findNotificationToken(database, notification.storeId),
  ])
  const timestampSeconds = Math.floor(real.now().getTime() / 1000)
  const secrets = sealed.map((secret) => vault.open(secret.sealed, secret.place))
  const token = sealedToken && vault.open(sealedToken.sealed, sealedToken.place)
  const { id, body } = notification
  const { url, headers } =
    token === undefined
      ? { url: notification.url, headers: {} }
      : withToken(notification.url, token)
  const result = await postGuarded({
    url,
    body,
    allow: inMode(allow, notification),
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...signPayload({ secrets, id, timestampSeconds, body }),
    },
  })
  const failed = 'failure' in result
  const retryHeader = failed ? undefined : result.headers['retry-after']
  // Only what can be kept as text: PostgreSQL knows no NUL in one. The token is kept nowhere.
  const keepable = (text: string) =>
    (token === undefined ? text : withoutToken(text, token)).replaceAll('\0', '').slice(0, 2000)
  const settling: Settling = {
    notification,
    ...(failed ? { verdict: 'none' } : readAnswer(result.status, result.body)),
    retryAfter:
      retryHeader === undefined
        ? undefined
        : parseRetryAfter(String(retryHeader), { at: clock.now(), real: real.now() }),
    attempt: {
      startedAt,
      durationMs: result.durationMs,
      status: failed ? null : result.status,
      failure: failed ? keepable(result.failure) : null,
      response: failed ? null : keepable(result.body),
    },
  }
  await keepAnswer(options, settling)
}

/** What passes by itself: the notification is due again when its lease ends. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['database_unavailable', 'order_busy'])

/** An answer that cannot be booked counts as none: it is asked for again, and not for ever. */
export async function keepAnswer(
  { database, clock, ids, log }: Pick<Delivering, 'database' | 'clock' | 'ids' | 'log'>,
  settling: Settling,
): Promise<void> {
  const writing = { writer: database, clock, ids }
  try {
    await settleAttempt(writing, settling)
  } catch (error) {
    if (error instanceof Refused && PASSING.has(error.code)) throw error
    const { notification, retryAfter } = settling
    const attempt = {
      ...settling.attempt,
      failure: 'the answer could not be booked by the service',
    }
    const next = await settleAttempt(writing, {
      ...{ notification, attempt, retryAfter },
      ...{ verdict: 'none', warning: 'not_booked' },
    })
    const about = {
      lane: LANE,
      notification_id: notification.id,
      order_id: notification.orderId,
      store_id: notification.storeId,
      sandbox: notification.sandbox,
      attempt: notification.attempts + 1,
      next_attempt_at: next?.toISOString() ?? null,
    }
    const what = `the answer to a ${notification.kind} cannot be booked`
    log.error(
      { ...about, ...errorDetails(error) },
      next === null ? `${what}: given up` : `${what}: asked for again`,
    )
  }
}
