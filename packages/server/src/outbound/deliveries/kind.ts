import type { Owners } from '../../model/streams/owners.ts'
import { Refused } from '../../platform/refusal.ts'
import { coalesce } from '../../platform/work/coalesce.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import type { Verdict } from '../endpoints/rules.ts'
import { eventView } from '../events/view.ts'
import type { Attempted, Outgoing } from '../sending/message.ts'
import type { MessageKind } from '../sending/message-kind.ts'
import { countDue } from './backlog.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { Claimed, Outcome } from './delivery.ts'
import { findNextAttempt, listDueEndpointsOf, renewClaims } from './list-store.ts'
import { roomsFor } from './rooms.ts'
import { settleAttempts } from './settle-attempts.ts'
import { listDueEndpoints } from './store.ts'

const ENDPOINTS_AT_ONCE = 1_000
const SLOTS_OF_ENDPOINT = 32
const SETTLED_AT_ONCE = 128

/**
 * Events on their way to the webhooks that are subscribed to them. Those of the lender have slots
 * of their own: neither waits for the other.
 */
export function webhookDeliveries(
  { brand }: Pick<Service, 'brand'>,
  owners: Owners = 'stores',
): MessageKind<Claimed> {
  let after = ''
  let turn = 0
  return {
    name: owners === 'lender' ? 'lender_deliveries' : 'deliveries',
    yields: true,
    slots: {
      whole: owners === 'lender' ? 64 : 512,
      ofReceiver: SLOTS_OF_ENDPOINT,
      ofFailing: 2,
      whenCrowded: 4,
    },
    receiverOf: ({ delivery }) => delivery.endpointId,
    backlog: (reader, now) => countDue(reader, now, owners),
    async claim(sending, slots) {
      const part = { owners, now: sending.clock.now(), after, limit: ENDPOINTS_AT_ONCE }
      const { due, last } = await listDueEndpoints(sending.database, part)
      after = last ?? ''
      const rooms = due.length === 0 ? [] : roomsFor(due, slots, turn++)
      return { messages: await claimDeliveries(sending, rooms, owners), more: last !== undefined }
    },
    async claimOf(sending, key) {
      const due = await listDueEndpointsOf(sending.database, key, sending.clock.now())
      const rooms = due.map((endpointId) => ({ endpointId, room: SLOTS_OF_ENDPOINT }))
      return claimDeliveries(sending, rooms)
    },
    renew: (reader, held, until) => {
      const deliveries = held.map(({ delivery }) => delivery)
      return renewClaims(reader, deliveries, until)
    },
    nextDue: findNextAttempt,
    outgoing: async (_, claimed) => outgoingOf(brand, claimed),
    together: true,
    settling(sending) {
      const settle = coalesce<Outcome, undefined>({
        // Results of an endpoint that arrive during one transaction are settled in the next.
        queueOf: ({ claimed }) => claimed.delivery.endpointId,
        nameOf: ({ claimed }) => claimed.delivery.id,
        groupMax: SETTLED_AT_ONCE,
        groupsMax: 1,
        async answer(outcomes) {
          const [first] = outcomes
          if (first !== undefined) await settleAttempts(sending, first.claimed.delivery, outcomes)
          return outcomes.map(() => undefined)
        },
        // Such as a database that is away: it would be away for each of them.
        alone: (error) => !(error instanceof Refused),
      })
      return (claimed, made) => settle(outcomeOf(claimed, made))
    },
    about({ delivery: { id, orderId, storeId, endpointId } }) {
      return { delivery_id: id, order_id: orderId, store_id: storeId, endpoint: endpointId }
    },
  }
}

export function outgoingOf(brand: string, claimed: Claimed): Outgoing {
  const { delivery, event, url, version, sandbox, secrets } = claimed
  const body = event === null ? (delivery.exampleBody ?? '') : JSON.stringify(eventView(event))
  const headers = {
    'user-agent': `${brand}-webhooks`,
    [`x-${brand}-media-type`]: `${brand}.${version}`,
  }
  return { url, sandbox, id: delivery.eventId, body, headers, secrets }
}

export function outcomeOf(claimed: Claimed, { attempt, retryAfter }: Attempted): Outcome {
  return { claimed, verdict: verdictOf(attempt.status), retryAfter, attempt }
}

function verdictOf(status: number | null): Verdict {
  if (status !== null && status >= 200 && status <= 299) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}
