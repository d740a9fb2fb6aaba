/** Loans are collected by the service's own worker, and the model receives the bank's answers. */

import { collectLoans } from '../../packages/server/src/credit/payments/collect-loans.ts'
import { resolvePayment } from '../../packages/server/src/credit/payments/resolve-payment.ts'
import { findPayment } from '../../packages/server/src/kernel/payments/store.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { dayAt } from './model/calendar.ts'
import { collects, hears, type MoneyRequest } from './model/collecting.ts'
import type { ModelOrder } from './model/order.ts'
import { hold, type World } from './world.ts'

const scopeOf = ({ caller }: World) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

export async function collect(world: World, order: ModelOrder): Promise<void> {
  world.bank.takeSaid()
  const due = { ...scopeOf(world), ids: [order.id] }
  const [failure] = await collectLoans(world.paying, due)
  if (failure !== undefined) throw failure.error
  const at = world.now()
  const day = dayAt(at, order.loan?.terms.zone ?? 'UTC')
  const requests = collects(order, { amount: 0n, at, day })
  await learn(world, order, requests, day)
  listen(world, order)
}

/** The ids of the service's requests. */
async function learn(
  world: World,
  order: ModelOrder,
  requests: readonly MoneyRequest[],
  day: number,
): Promise<void> {
  const rows = await world.database.query<AnyRow>(
    `SELECT id, kind, amount FROM payments WHERE store_id = $1 AND order_id = $2
       AND created_at = $3 AND kind IN ('charge', 'return') ORDER BY kind, id`,
    [world.caller.store.id, order.id, world.writing.clock.now()],
  )
  const made = rows.filter(({ id }) => !order.payments.has(id))
  const actual = made.map(({ kind, amount }) => [kind, amount])
  const wanted = requests.map(({ kind, amount }) => [kind, amount])
  hold('A4', actual, wanted, `the request to the bank for order ${order.number}`)
  for (const { id, kind, amount } of made) {
    order.payments.set(id, { kind, amount: BigInt(amount), requestedOn: day, state: 'open' })
  }
}

function listen(world: World, order: ModelOrder): void {
  const at = world.now()
  const day = dayAt(at, order.loan?.terms.zone ?? 'UTC')
  const said = world.bank.takeSaid()
  for (const [index, { key, result }] of said.entries()) {
    const move = { amount: 0n, at, day }
    if (result.state !== 'never_seen') hears(order, key, result.state, move)
    else if (said[index + 1]?.key !== key) hears(order, key, 'failed', move)
  }
}

export async function resolve(world: World, order: ModelOrder, id: string): Promise<void> {
  world.bank.takeSaid()
  const payment = await findPayment(world.database, { storeId: world.caller.store.id, id })
  if (payment === undefined) throw new Error(`payment ${id} is gone`)
  await resolvePayment(world.paying, payment)
  listen(world, order)
}
