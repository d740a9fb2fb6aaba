/** A store with an endpoint and a clock of the test's own: what tests of deliveries begin with. */

import type { Order } from '../model/order/order.ts'
import { claimDeliveries } from '../outbound/deliveries/claim-deliveries.ts'
import type { Claimed, Outcome } from '../outbound/deliveries/delivery.ts'
import { settleAttempts } from '../outbound/deliveries/settle-attempts.ts'
import type { Verdict } from '../outbound/endpoints/rules.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import type { Database } from '../platform/database/database.ts'
import { createVault, type Vault } from '../platform/secrets/vault.ts'
import { addEndpoint, ownerOf } from './endpoint.ts'
import { createScenario, type Scenario } from './scenario.ts'

export type WebhookScenario = Scenario & {
  readonly vault: Vault
  readonly endpointId: string
  pass(ms: number): void
  /** Gives what is new its places. */
  place(): Promise<number>
  claim(room?: number): Promise<Claimed[]>
  settle(claimed: readonly Claimed[], verdict: Verdict, retryAfter?: Date): Promise<boolean>
  /** Places, claims and delivers until nothing is due any more. */
  deliverAll(): Promise<void>
  /** The endpoint's deliveries by place: `position type state attempts`. */
  states(): Promise<string[]>
  /** An order with so many captures, of which nothing is delivered yet. */
  captured(times: number): Promise<Order>
}

export async function createWebhookScenario(database: Database): Promise<WebhookScenario> {
  const vault = createVault('a secret key of the tests')
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const scenario = await createScenario(database, { clock })
  const { writing, caller } = scenario
  const endpointId = writing.ids.next()
  const key = { storeId: caller.store.id, endpointId }
  await addEndpoint(database, ownerOf(scenario, vault), { id: endpointId })
  const stream = { storeId: caller.store.id, sandbox: caller.sandbox }
  const place = () => placeEvents({ ...writing, database }, stream)
  const claim = (room = 100) =>
    claimDeliveries({ ...writing, real: writing.clock }, [{ endpointId, room }])
  const settle: WebhookScenario['settle'] = (claimed, verdict, retryAfter) =>
    settleAttempts(
      writing,
      key,
      claimed.map((each) => outcomeOf(each, { verdict, retryAfter, at: clock.now() })),
    )
  return {
    ...scenario,
    vault,
    endpointId,
    pass: (ms) => {
      now += ms
    },
    place,
    claim,
    settle,
    async deliverAll() {
      await place()
      for (let due = await claim(); due.length > 0; due = await claim()) {
        await settle(due, 'delivered')
      }
    },
    async states() {
      const rows = await database.query(
        `SELECT position, event_type, state, attempts FROM webhook_deliveries
         WHERE endpoint_id = $1 ORDER BY position`,
        [endpointId],
      )
      return rows.map((row) => `${row.position} ${row.event_type} ${row.state} ${row.attempts}`)
    },
    async captured(times) {
      const order = await scenario.confirmed(100_000)
      for (let number = 0; number < times; number++) await scenario.capture(order, 100)
      return order
    },
  }
}

type Said = { readonly verdict: Verdict; readonly retryAfter: Date | undefined; readonly at: Date }

export function outcomeOf(claimed: Claimed, { verdict, retryAfter, at }: Said): Outcome {
  const status = { delivered: 204, failed: 500, gone: 410 }[verdict]
  const attempt = { startedAt: at, durationMs: 3, status, failure: null, response: '' }
  return { claimed, verdict, retryAfter, attempt }
}
