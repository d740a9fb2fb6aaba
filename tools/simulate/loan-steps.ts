/** Steps of a buyer: payments, late or early, withdrawals, and chargebacks. */

import { cents } from '@svc/api'
import { receivePayment } from '../../packages/server/src/credit/loans/receive-payment.ts'
import { repayEarly } from '../../packages/server/src/credit/loans/repay-early.ts'
import { takePaymentBack } from '../../packages/server/src/credit/loans/take-payment-back.ts'
import { withdrawFromLoan } from '../../packages/server/src/credit/loans/withdraw-from-loan.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { advance } from './due.ts'
import { dayAt, lastDayToWithdraw } from './model/calendar.ts'
import { accrued, openItem, owed } from './model/loan.ts'
import { payOff } from './model/loan-moves.ts'
import type { ModelOrder } from './model/order.ts'
import { pays, repaysEarly, takesBack, withdraws } from './model/order-loan.ts'
import type { Random } from './random.ts'
import { answerOf, count, hold, type World } from './world.ts'

/** Whether such a step applies to that order. */
export function isOfUse(world: World, kind: Kind, { loan, payments }: ModelOrder): boolean {
  if (loan === undefined) return false
  if (kind === 'pay') return loan.items.some((item) => item.due && openItem(item) > 0n)
  if (kind === 'chargeBack') return payments.size > 0
  if (kind === 'early') return owed(loan) > 0n
  if (kind === 'recall') return accrued(loan, dayAt(world.now(), world.plan.zone)) > 0n
  return dayAt(world.now(), world.plan.zone) <= lastDayToWithdraw(loan.confirmedOn)
}

export type Kind = 'pay' | 'early' | 'recall' | 'withdraw' | 'chargeBack'
type Moving = { readonly kind: Kind; readonly random: Random }

export async function moveLoan(
  world: World,
  order: ModelOrder,
  { kind, random }: Moving,
): Promise<string> {
  const { writing, caller } = world
  const at = world.now()
  const day = dayAt(at, world.plan.zone)
  const how = random.pick(['spread', 'last', 'next'] as const)
  if (kind === 'withdraw') {
    const { answer } = await answerOf(() => withdrawFromLoan(writing, caller, order.id))
    return checked(order, kind, answer, withdraws(order, { amount: 0n, at, day }))
  }
  if (kind === 'chargeBack') {
    const known = random.chance(0.95) ? [...order.payments.keys()] : []
    // Mostly the last one, which may have ended a period that is now resumed.
    const last = random.chance(0.6) ? known.at(-1) : undefined
    const paymentId = known.length === 0 ? 'f'.repeat(32) : (last ?? random.pick(known))
    return takeBack(world, order, paymentId)
  }
  const amount = kind === 'recall' ? undefined : amountFor(order, { kind, random, day })
  const input = { ref: order.id, amount, spread: how }
  const { answer } = await answerOf(() =>
    isEarly(kind)
      ? repayEarly(writing, caller, input)
      : receivePayment(writing, caller, { ...input, amount: cents(amount ?? 1) }),
  )
  const id = await paymentOf(world, order)
  const move = { amount: BigInt(amount ?? 0), id, at, day, how }
  const wanted = isEarly(kind)
    ? repaysEarly(order, move, amount === undefined ? undefined : BigInt(amount))
    : pays(order, { ...move, amount: BigInt(amount ?? 1) })
  checked(order, kind, answer, wanted)
  if (kind === 'recall' && id !== '') await recall(world, order, { id, random })
  return `${amount ?? 'all'} ${answer}`
}

const isEarly = (kind: Kind): boolean => kind === 'early' || kind === 'recall'

/** Some days after everything was paid the bank reverses a payment. */
async function recall(
  world: World,
  order: ModelOrder,
  { id, random }: { readonly id: string; readonly random: Random },
): Promise<void> {
  const days = random.pick([0, 1, 3, 7, 14, 45])
  await advance(world, world.now() + days * 86_400_000, 0)
  world.trace(`   ${new Date(world.now()).toISOString()} the payment is taken back`)
  await takeBack(world, order, id)
}

async function takeBack(world: World, order: ModelOrder, paymentId: string): Promise<string> {
  const { writing, caller } = world
  const input = { ref: order.id, paymentId }
  const { answer } = await answerOf(() => takePaymentBack(writing, caller, input))
  const at = world.now()
  const day = dayAt(at, world.plan.zone)
  const wanted = takesBack(order, { amount: 0n, id: paymentId, at, day })
  const reopened = order.loan?.items.filter(({ reopenedOn }) => reopenedOn === day) ?? []
  if (reopened.length > 0) count(world, 'reopened')
  if (reopened.some(({ due }) => !due)) count(world, 'resumed')
  return checked(order, 'chargeBack', answer, wanted)
}

function checked(order: ModelOrder, kind: Kind, answer: string, wanted: string): string {
  hold('answer', answer, wanted, `the answer to ${kind} of order ${order.number}`)
  return answer
}

type Sizing = Moving & { readonly day: number }

function amountFor(order: ModelOrder, { kind, random, day }: Sizing): number | undefined {
  const { loan } = order
  if (loan === undefined) return 100
  const due = loan.items.reduce((all, item) => all + (item.due ? openItem(item) : 0n), 0n)
  const whole = payOff(loan, day)
  const part = (of: bigint) => random.between(1, Math.max(1, Number(of)))
  if (kind === 'early') {
    const size = random.weighted({ whole: 4, part: 5, beyond: 1 })
    return { whole: undefined, part: part(whole), beyond: Number(whole) + 1 }[size]
  }
  const size = random.weighted({ due: 12, part: 4, beyond: 3, whole: 2, cent: 1 })
  const sizes = {
    due: Number(due),
    part: part(due),
    beyond: Number(due) + part(whole),
    whole: Number(whole),
    cent: Number(whole) + 1,
  }
  return Math.max(1, sizes[size])
}

/** The last one received. */
export async function paymentOf(world: World, order: ModelOrder): Promise<string> {
  const [row] = await world.database.lookUp<AnyRow>(
    `SELECT data FROM events WHERE store_id = $1 AND order_id = $2 AND type = 'payment.received'
     ORDER BY sequence DESC LIMIT 1`,
    [world.caller.store.id, order.id],
  )
  return row?.data.payment_id ?? ''
}
