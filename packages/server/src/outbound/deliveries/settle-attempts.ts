import { isLenders } from '../../model/streams/owners.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { changeOf, disablingOf } from '../endpoints/action.ts'
import { disabled, healthAfter, isOtherHealth, reasonToDisable } from '../endpoints/rules.ts'
import { subscriptionRow, webhookUpdate } from '../endpoints/store.ts'
import type { Endpoint, EndpointKey } from '../endpoints/webhook.ts'
import type { Stream } from '../events/event.ts'
import { type StoreEvent, storeEventRow } from '../events/store.ts'
import type { Delivery, Outcome } from './delivery.ts'
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
      const outcome = byOrder.find(({ claimed }) => claimed.delivery.id === delivery.id)
      assert(outcome !== undefined, `delivery ${delivery.id} was not attempted`)
      const after = afterAttempt(delivery, outcome, { at, random: ids.fraction })
      return { line: passedOn(delivery, after), after, outcome }
    })
    const attempts = settled.map(({ after, outcome }) => ({ number: after.attempts, outcome }))
    const deliveries = settled.map(({ after }) => after)
    const health = healthAfter(endpoint, verdicts, at)
    const reason = stream && reasonToDisable(health, verdicts, at)
    if (stream !== undefined && reason !== undefined) {
      const open = await lockOpen(tx, key, CANCELLED_AT_ONCE)
      const ending = progressRows(endingOf(deliveries, open, at))
      const disabling = { before: endpoint, after: disabled(endpoint, reason, at), stream }
      const written = disablingRows(disabling, { ...writing, at })
      const attempted = Written.technically('attempt', ending, attemptRows(key.storeId, attempts))
      return tx.commit(true, attempted, written)
    }
    const lines = settled.flatMap(({ line }) => line ?? [])
    const next = (await lockNext(tx, key.storeId, lines)).map((each) => promoted(each, at))
    const changes: RowSet[] = [
      progressRows([...deliveries, ...next]),
      attemptRows(key.storeId, attempts),
    ]
    if (endpoint.state === 'enabled' && isOtherHealth(endpoint, health)) {
      changes.push(webhookUpdate(health))
    }
    return tx.commit(next.length > 0, Written.technically('attempt', ...changes))
  })
}

/** The order in which those who add to lines lock them, too. */
function lineOrder({ claimed: { delivery } }: Outcome): string {
  return `${delivery.orderId}/${delivery.id}`
}

type Disabling = { readonly before: Endpoint; readonly after: Endpoint; readonly stream: Stream }

/** The service gives the endpoint up: from the end of the stream on it receives nothing. */
function disablingRows(
  { before, after, stream }: Disabling,
  { at, ...writing }: Writing & { readonly at: Date },
): Written {
  const { storeId, sandbox, id, name, url, types, disabledReason: reason } = after
  const ended = subscriptionRow(stream, after, { enabled: false, types, at })
  const rows = [webhookUpdate(after), ended]
  // For the lender the action itself is the event.
  if (isLenders(storeId)) return acted(writing, disablingOf(before, after), ...rows)
  const event: StoreEvent = {
    ...{ storeId, sandbox, id: writing.ids.next(), type: 'webhook.disabled', subject: id },
    ...{ data: { webhook: { id, url, name }, reason }, createdAt: at },
  }
  const action = changeOf(before, after)
  assert(action !== undefined, 'what is disabled was enabled before')
  return acted(writing, { ...action, sandbox }, storeEventRow(event), ...rows)
}

/** Settled and other open deliveries, none of them open any more. */
function endingOf(settled: readonly Delivery[], open: readonly Delivery[], at: Date): Delivery[] {
  const all = new Map([...open, ...settled].map((delivery) => [delivery.id, delivery]))
  return [...all.values()].map((each) => (isOpen(each) ? ended(each, 'cancelled', at) : each))
}
