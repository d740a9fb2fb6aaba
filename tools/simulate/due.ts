/** Due work, in the order of the service's worker. */

import { expireCheckout } from '../../packages/server/src/checkout/checkouts/expire-checkout.ts'
import { lapseOrder } from '../../packages/server/src/orders/lapses/lapse-order.ts'
import { settleAttempt } from '../../packages/server/src/orders/notifications/settling.ts'
import type { Notification } from '../../packages/server/src/orders/notifications/store.ts'
import { placeAll } from '../../packages/server/src/outbound/placing/place-events.ts'
import { sealStream } from '../../packages/server/src/outbound/seals/seal-stream.ts'
import { makePayouts } from '../../packages/server/src/settlement/payouts/make-payouts.ts'
import { payPayout } from '../../packages/server/src/settlement/payouts/pay-payout.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { testClocks } from '../../test/fixtures/test-clocks.ts'
import { collect, resolve } from './collect.ts'
import { expires, lapses, storeAnswers } from './model/time.ts'
import { count, hold, type KnownOrder, Violation, type World } from './world.ts'

type Due = { readonly at: number; readonly what: string; readonly work: () => Promise<void> }

/** The most work at one time; more is an endless loop. */
const AT_ONCE_MAX = 200

/** Lets time pass, and does what falls due on the way; a worker may be late. */
export async function advance(world: World, until: number, late: number): Promise<void> {
  let atOnce = 0
  for (;;) {
    const next = await nextDue(world)
    if (next === undefined || next.at + late > until) break
    atOnce = next.at + late > world.now() ? 0 : atOnce + 1
    if (atOnce > AT_ONCE_MAX) throw new Violation('work', `there is no end of «${next.what}»`)
    world.moveTo(Math.max(world.now(), next.at + late))
    world.trace(`   ${new Date(world.now()).toISOString()} ${next.what}`)
    count(world, `due: ${next.what.split(' ')[0]}`)
    await next.work()
  }
  world.moveTo(Math.max(world.now(), until))
}

async function nextDue(world: World): Promise<Due | undefined> {
  const actual = await Promise.all([
    deadline(world),
    notification(world),
    payout(world),
    waitingPayout(world),
    loan(world),
    unanswered(world),
  ])
  return actual
    .filter((due) => due !== undefined)
    .reduce<Due | undefined>(
      (first, due) => (first === undefined || due.at < first.at ? due : first),
      undefined,
    )
}

const scopeOf = ({ caller }: World) => [caller.store.id, caller.sandbox]

export function known(world: World, id: string): KnownOrder {
  const actual = world.orders.find(({ order }) => order.id === id)
  if (actual === undefined) throw new Violation('A14', `an unknown order: ${id}`)
  return actual
}

async function deadline(world: World): Promise<Due | undefined> {
  const rows = await world.database.lookUp<AnyRow>(
    `SELECT id, expires_at, lapse_due_at FROM orders WHERE store_id = $1 AND sandbox = $2
       AND (expires_at IS NOT NULL OR lapse_due_at IS NOT NULL) ORDER BY created_at, id`,
    scopeOf(world),
  )
  const timed = rows.map(({ id, expires_at, lapse_due_at }) => {
    return {
      id,
      expires: expires_at !== null,
      at: (expires_at ?? lapse_due_at).getTime() as number,
    }
  })
  const [first] = timed.sort((a, b) => a.at - b.at)
  if (first === undefined) return undefined
  const { id, at } = first
  const item = { storeId: world.caller.store.id, sandbox: world.caller.sandbox, id }
  const { order } = known(world, id)
  if (first.expires) {
    return {
      at,
      what: `expires ${order.number}`,
      async work() {
        await expireCheckout(world.writing, item)
        hold('A4', expires(order, world.now()), true, `whether order ${order.number} expires`)
      },
    }
  }
  return {
    at,
    what: `lapses ${order.number}`,
    async work() {
      await lapseOrder(world.writing, item)
      hold('A4', lapses(order, world.now()), true, `whether order ${order.number} lapses`)
    },
  }
}

async function notification(world: World): Promise<Due | undefined> {
  const rows = await world.database.lookUp<AnyRow>(
    `SELECT n.store_id, n.order_id, n.sequence, n.id, n.kind, n.url, n.body, n.attempts,
       n.deadline, n.next_attempt_at, o.sandbox
     FROM notifications n JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
     WHERE n.store_id = $1 AND o.sandbox = $2 AND n.state = 'waiting'
     ORDER BY n.next_attempt_at, n.created_at, n.order_id, n.sequence LIMIT 1`,
    scopeOf(world),
  )
  const [row] = rows
  if (row === undefined) return undefined
  const message: Notification = {
    storeId: row.store_id,
    orderId: row.order_id,
    sandbox: row.sandbox,
    sequence: row.sequence,
    id: row.id,
    kind: row.kind,
    url: row.url,
    body: row.body,
    attempts: row.attempts,
    deadline: row.deadline,
    superseded: false,
  }
  const { order } = known(world, row.order_id)
  const what = `notifies ${order.number} ${row.kind}`
  return { at: row.next_attempt_at.getTime(), what, work: () => notifyStore(world, message) }
}

async function notifyStore(world: World, notification: Notification): Promise<void> {
  const model = known(world, notification.orderId)
  const confirms = notification.kind === 'confirmation'
  hold('A12', model.order.overtaken, false, `whether ${notification.id} comes too late`)
  const verdict = confirms
    ? (model.temper.answers[model.requests++] ?? 'none')
    : model.informed++ < model.temper.misses
      ? 'none'
      : 'ok'
  const attempt = {
    startedAt: world.writing.clock.now(),
    durationMs: 1,
    status: verdict === 'none' ? null : 200,
    failure: verdict === 'none' ? 'no answer' : null,
    response: verdict === 'none' ? null : '{}',
  }
  await settleAttempt(world.writing, { notification, attempt, verdict, retryAfter: undefined })
  if (!confirms) return
  const { id } = model.order
  const [made] = await world.database.lookUp<AnyRow>(
    'SELECT id FROM captures WHERE store_id = $1 AND order_id = $2 ORDER BY sequence LIMIT 1',
    [world.caller.store.id, id],
  )
  storeAnswers(model.order, verdict, { at: world.now(), captureId: made?.id })
}

async function loan(world: World): Promise<Due | undefined> {
  const [row] = await world.database.lookUp<AnyRow>(
    `SELECT l.order_id, l.due_at FROM loans l WHERE l.store_id = $1 AND l.sandbox = $2
       AND l.due_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments p
         WHERE p.store_id = l.store_id AND p.order_id = l.order_id
           AND p.kind IN ('charge', 'return') AND p.state = 'open')
     ORDER BY l.due_at, l.order_id LIMIT 1`,
    scopeOf(world),
  )
  if (row === undefined) return undefined
  const { order } = known(world, row.order_id)
  const what = `collects ${order.number}`
  return { at: row.due_at.getTime(), what, work: () => collect(world, order) }
}

async function unanswered(world: World): Promise<Due | undefined> {
  const [row] = await world.database.lookUp<AnyRow>(
    `SELECT id, order_id, ask_at FROM payments WHERE store_id = $1 AND sandbox = $2
       AND ask_at IS NOT NULL ORDER BY ask_at, id LIMIT 1`,
    scopeOf(world),
  )
  if (row === undefined) return undefined
  const { order } = known(world, row.order_id)
  const what = `asks ${order.number}`
  return { at: row.ask_at.getTime(), what, work: () => resolve(world, order, row.id) }
}

async function payout(world: World): Promise<Due | undefined> {
  const [row] = await world.database.lookUp<AnyRow>(
    `SELECT next_at FROM payout_calendars WHERE store_id = $1 AND sandbox = $2`,
    scopeOf(world),
  )
  if (row?.next_at === undefined || row.next_at === null) return undefined
  return { at: row.next_at.getTime(), what: 'pays', work: () => pay(world) }
}

async function pay(world: World): Promise<void> {
  await place(world)
  const made = await makePayouts(world.writing, keyOf(world), 'due')
  const wanted = world.plan.schedule.hold_days > 0 ? 'proposed' : 'paid'
  for (const { id, status } of made) {
    hold('A9', status, wanted, 'the state of a new payout')
    world.payouts.set(id, status)
  }
}

/** One that was proposed and is not held is paid when its days are over. */
async function waitingPayout(world: World): Promise<Due | undefined> {
  const [row] = await world.database.lookUp<AnyRow>(
    `SELECT id, payable_at FROM payouts WHERE store_id = $1 AND sandbox = $2
       AND status = 'proposed' ORDER BY payable_at, id LIMIT 1`,
    scopeOf(world),
  )
  if (row === undefined) return undefined
  const { id } = row
  const work = async () => {
    const paid = await payPayout(world.writing, { ...keyOf(world), id, way: 'due' })
    hold('A9', paid?.status, 'paid', 'the state of a payout whose days are over')
    hold('A9', world.payouts.get(id), 'proposed', 'the state of a payout that is paid by itself')
    world.payouts.set(id, 'paid')
  }
  return { at: row.payable_at.getTime(), what: 'releases a payout', work }
}

export const keyOf = ({ caller }: World) => ({
  storeId: caller.store.id,
  sandbox: caller.sandbox,
})

export async function place(world: World): Promise<void> {
  const { database, writing } = world
  await placeAll({ database, clocks: testClocks(database, writing) }, world.caller)
  await sealStream(world.writing, keyOf(world))
}
