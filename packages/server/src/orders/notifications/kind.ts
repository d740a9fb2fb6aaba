import type { ErrorCode } from '@svc/api'
import type { Outgoing } from '../../outbound/sending/message.ts'
import type { MessageKind, Sending } from '../../outbound/sending/message-kind.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { Refused } from '../../platform/refusal.ts'
import { findNotificationSecrets, findNotificationToken } from '../../tenancy/stores/store.ts'
import { readAnswer } from '../confirmation/answer.ts'
import { claimDue } from './claim-due.ts'
import { type Settling, settleAttempt } from './settling.ts'
import { countDue, findNextAttempt, type Notification, receiverOf, renewClaims } from './store.ts'
import { withoutToken, withToken } from './token.ts'

const CLAIMED_AT_ONCE = 64

/** Requests for confirmation to stores, and notifications of their orders' results. */
export const notifications: MessageKind<Notification> = {
  name: 'notifications',
  slots: { whole: 256, ofReceiver: 16, whenCrowded: 2 },
  receiverOf,
  backlog: countDue,
  async claim(sending, slots) {
    const limit = Math.min(slots.free(), CLAIMED_AT_ONCE)
    const crowd = { full: slots.full(), roomFor: slots.roomFor }
    return { messages: limit === 0 ? [] : await claimDue(sending, limit, crowd), more: false }
  },
  claimOf: (sending, key) => claimDue(sending, CLAIMED_AT_ONCE, { store: key }),
  renew: renewClaims,
  nextDue: findNextAttempt,
  outgoing,
  settling: (sending) => (notification, made) => {
    const { attempt, text, retryAfter } = made
    const answer = readAnswer(attempt.status, text)
    return settle(sending, { notification, attempt, retryAfter, ...answer })
  },
  about,
}

function about({ id, orderId, storeId, sandbox }: Notification) {
  return { notification_id: id, order_id: orderId, store_id: storeId, sandbox }
}

async function outgoing(
  { database, real, vault }: Sending,
  { storeId, sandbox, id, url, body }: Notification,
): Promise<Outgoing> {
  const [secrets, sealed] = await Promise.all([
    findNotificationSecrets(database, storeId, real.now()),
    findNotificationToken(database, storeId),
  ])
  const message = { sandbox, id, body, secrets }
  if (sealed === undefined) return { ...message, url, headers: {} }
  const token = vault.open(sealed.sealed, sealed.place)
  return { ...message, ...withToken(url, token), clean: (text) => withoutToken(text, token) }
}

/** A temporary failure: the notification is due again when its lease ends. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['database_unavailable', 'order_busy'])

/** An answer that cannot be booked counts as none: it is requested again, and not for ever. */
export async function settle(
  sending: Pick<Sending, 'writer' | 'clock' | 'ids' | 'acting' | 'log'>,
  settling: Settling,
): Promise<void> {
  try {
    await settleAttempt(sending, settling)
  } catch (error) {
    if (error instanceof Refused && PASSING.has(error.code)) throw error
    const { notification, retryAfter } = settling
    const failure = 'the answer could not be booked by the service'
    const next = await settleAttempt(sending, {
      ...{ notification, retryAfter, attempt: { ...settling.attempt, failure } },
      ...{ verdict: 'none', warning: 'not_booked' },
    })
    const details = {
      ...{ lane: notifications.name, ...about(notification) },
      attempt: notification.attempts + 1,
      next_attempt_at: next?.toISOString() ?? null,
      ...errorDetails(error),
    }
    const what = `the answer to a ${notification.kind} cannot be booked`
    sending.log.error(details, `${what}: ${next === null ? 'given up' : 'to be retried'}`)
  }
}
