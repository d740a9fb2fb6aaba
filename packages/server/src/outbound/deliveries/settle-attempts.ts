import type { RowSet } from '../../platform/database/database.ts'
import { actionRow } from '../../tenancy/actions/store.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { healthAfter, isOtherHealth, reasonToDisable } from '../endpoint-health/rules.ts'
import { disabledRows, healthUpdate } from '../endpoint-health/store.ts'
import { storeEventRow } from '../events/store.ts'
import { disablingOf } from '../webhooks/action.ts'
import type { Delivery, Endpoint, EndpointKey, Outcome } from './delivery.ts'
import { holdEndpoint } from './held-endpoint.ts'
import { afterAttempt, CANCELLED_AT_ONCE, ended, isOpen, passedOn, promoted } from './settling.ts'
import { attemptRows, lockDeliveries, lockNext, lockOpen, progressRows } from './store.ts'

/** Keeps attempts of one endpoint and what follows from them; answers whether more became due. */
export function settleAttempts(
  writing: Writing,
  key: EndpointKey,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const { writer, clock, ids } = writing
  return writer.transaction(null, async (tx) => {
    const at = clock.now()
    const verdicts = outcomes.map(({ verdict }) => verdict)
    // The locks come in the order in which everybody takes them: stream, endpoint, deliveries.
    const { stream, endpoint } = await holdEndpoint(tx, { key, outcomes, at })
    const byOrder = outcomes.toSorted((one, other) => (lineOrder(one) < lineOrder(other) ? -1 : 1))
    const order = byOrder.map(({ claimed }) => claimed.delivery.id)
    const before = await lockDeliveries(tx, key, order)
    const settled = before.map((delivery) => {
      const outcome = byOrder.find(({ claimed }) => claimed.delivery.id === delivery.id) as Outcome
      const after = afterAttempt(delivery, outcome, { at, random: ids.fraction })
      return { line: passedOn(delivery, after), after, outcome }
    })
    const attempts = settled.map(({ after, outcome }) => ({ number: after.attempts, outcome }))
    const deliveries = settled.map(({ after }) => after)
    const health = healthAfter(endpoint, verdicts, at)
    const reason = stream && reasonToDisable(health, verdicts, at)
    if (stream !== undefined && reason !== undefined) {
      const event = disabledEvent(endpoint, { reason, at, id: ids.next() })
      const open = await lockOpen(tx, key, CANCELLED_AT_ONCE)
      const ending = endingOf(deliveries, open, at)
      const disabled = disabledRows(endpoint, { position: stream.position, reason, at })
      const told = [event, actionRow(writing, disablingOf(key, reason))]
      return tx.commit(true, progressRows(ending), attemptRows(attempts), ...told, ...disabled)
    }
    const lines = settled.flatMap(({ line }) => line ?? [])
    const next = (await lockNext(tx, key.storeId, lines)).map((each) => promoted(each, at))
    const changes: RowSet[] = [progressRows([...deliveries, ...next]), attemptRows(attempts)]
    if (endpoint.enabled && isOtherHealth(endpoint, health)) changes.push(healthUpdate(health))
    return tx.commit(next.length > 0, ...changes)
  })
}

/** The order in which those who add to lines lock them, too. */
function lineOrder({ claimed: { delivery } }: Outcome): string {
  return `${delivery.orderId}/${delivery.id}`
}

type Disabling = { readonly reason: string; readonly at: Date; readonly id: string }

function disabledEvent({ endpointId, name, url, ...key }: Endpoint, event: Disabling) {
  const data = { webhook: { id: endpointId, url, name }, reason: event.reason }
  const about = {
    type: 'webhook.disabled',
    subject: endpointId,
    data,
    createdAt: event.at,
  } as const
  return storeEventRow({ ...key, ...about, id: event.id })
}

/** What was settled and what else is open, none of it open any more. */
function endingOf(settled: readonly Delivery[], open: readonly Delivery[], at: Date): Delivery[] {
  const all = new Map([...open, ...settled].map((delivery) => [delivery.id, delivery]))
  return [...all.values()].map((each) => (isOpen(each) ? ended(each, 'cancelled', at) : each))
}
