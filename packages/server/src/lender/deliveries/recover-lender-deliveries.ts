import { limits } from '@svc/api'
import { LENDER } from '../../model/streams/stream-key.ts'
import { about } from '../../outbound/deliveries/action.ts'
import type { RecoverInput } from '../../outbound/deliveries/delivery.ts'
import {
  listDelivered,
  lockUndelivered,
  reopenedRows,
} from '../../outbound/deliveries/list-store.ts'
import { decideSending, missedEvents, recovered } from '../../outbound/deliveries/requests.ts'
import { linesOf } from '../../outbound/deliveries/rules.ts'
import { deliveryRows, lockOpenLines } from '../../outbound/deliveries/store.ts'
import { lockWebhook } from '../../outbound/endpoints/store.ts'
import { lockStream, streamQueue } from '../../outbound/events/store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { type LenderEvent, readHappenings } from '../events/happenings.ts'
import { placedOf } from '../events/placed.ts'
import { endOf, placeOf } from '../events/positions.ts'
import { findPlaceBefore } from '../events/store.ts'

type Recovery = {
  readonly count: number
  readonly more: boolean
  /** The place up to which it was looked through. */
  readonly next: number
}

/** Actions have their places in the order of time but for moments; this is far more. */
const SLACK_MS = 3_600_000

/**
 * Reopens the events that a webhook of the lender missed, as a store does for its own: along the
 * chain of actions, whose places replace ids of events. Refusals: `webhook_not_found`,
 * `webhook_disabled`, `body_invalid`.
 */
export function recoverLenderDeliveries(
  { writer, clock, ids, acting }: RealWriting,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { webhookId, ...range }: RecoverInput,
): Promise<Recovery> {
  const key = { storeId: LENDER, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const row = existing(await lockWebhook(tx, { ...key, webhookId }), 'webhook', webhookId)
    const webhook = accept(decideSending(row))
    const { after, end } = await boundsOf(tx, sandbox, { range, last: placeOf(stream.position) })
    const types = webhook.types ?? []
    const question = { after, limit: limits.recoveredMax, types, storeId: undefined }
    const part = await readHappenings(tx, key, question)
    const next = Math.min(part.next, end)
    const window = { after: endOf(after), upTo: endOf(next) }
    const within = part.events.filter((event) => event.action.place <= next && isIn(event, range))
    const undelivered = await lockUndelivered(tx, webhook, window)
    const delivered = await listDelivered(tx, webhook, window)
    const placed = within.map(placedOf)
    const events = missedEvents({ webhook, events: placed, undelivered, delivered })
    const lines = linesOf(events.map((event) => ({ endpointId: webhook.id, event })))
    const open = await lockOpenLines(tx, LENDER, lines)
    const when = { at: clock.now(), newId: ids.next }
    const { reopened, added } = recovered({ webhook, undelivered }, { events, open }, when)
    const action = about({ ...key, webhookId }, 'delivery.recover')
    return tx.commit(
      { count: events.length, more: next < end, next },
      acted({ acting, ids }, action, reopenedRows(reopened), deliveryRows(added)),
    )
  })
}

type Range = Omit<RecoverInput, 'webhookId'>
type Within = { readonly range: Range; readonly last: number }

/** The places to look through: behind the first, up to the second. */
async function boundsOf(tx: Transaction, sandbox: boolean, { range, last }: Within) {
  const { from, until } = range
  const chain = { mode: sandbox ? 'sandbox' : 'live', end: last } as const
  const before = (date: Date, ms: number) =>
    findPlaceBefore(tx, chain, new Date(date.getTime() + ms))
  const after = 'since' in from ? await before(from.since, -SLACK_MS) : Number(from.after)
  if (after > last) {
    throw new Refused('body_invalid', { fields: { after: ['lies behind the end of the stream'] } })
  }
  const end = until === undefined ? last : await before(until, SLACK_MS)
  return { after, end: Math.max(after, end) }
}

function isIn({ action: { at } }: LenderEvent, { from, until }: Range): boolean {
  if ('since' in from && at < from.since) return false
  return until === undefined || at < until
}
