/**
 * Steps of the lender, in addition to those of the store and its buyers, with a seed of their own.
 */
import { cents } from '@svc/api'
import { receivePayment } from '../../packages/server/src/credit/loans/receive-payment.ts'
import { waiveDebt } from '../../packages/server/src/credit/loans/waive-debt.ts'
import {
  type ChangeState,
  changeStoreState,
} from '../../packages/server/src/lender/stores/change-store-state.ts'
import { captureOrder } from '../../packages/server/src/orders/captures/capture-order.ts'
import { asReal } from '../../test/fixtures/test-clocks.ts'
import { basketOf, create } from './checkout.ts'
import { isOfUse, paymentOf } from './loan-steps.ts'
import { dayAt } from './model/calendar.ts'
import { openItem } from './model/loan.ts'
import { waivableOn } from './model/loan-moves.ts'
import { isWaived, pays } from './model/order-loan.ts'
import type { Step } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { choose, move } from './steps.ts'
import { answerOf, count, hold, type World } from './world.ts'

const reason = { code: 'other', note: 'A step of the simulation' } as const

/** Now and then, before a step; the step itself does not depend on it. */
export async function lendersTurn(world: World, step: Step): Promise<void> {
  const random = createRandom(step.seed, 8)
  const act = random.weighted({ nothing: 20, suspend: 1, transfer: 2 })
  if (act === 'suspend') await suspend(world, step, random)
  if (act === 'transfer') await transfer(world, step, random)
  const other = createRandom(step.seed, 9)
  if (other.chance(0.3)) await waive(world, other)
}

/** A short suspension of new credit or captures; refunds and voids continue. */
async function suspend(world: World, { seed }: Step, random: Random): Promise<void> {
  const { writing, caller } = world
  const captures = createRandom(seed, 10).chance(0.5)
  await change(world, { act: 'suspend', switches: { newCredit: false, captures, payouts: false } })
  const checkout = await create(world, `suspended-${world.now()}`, basketOf(world, random))
  hold('answer', checkout.answer, 'store_suspended', 'a checkout of a suspended store')
  const order = choose(world, 'capture', random)
  if (order !== undefined && captures) {
    await move(world, order, { kind: 'capture', random: createRandom(seed, 11) })
    count(world, 'captured while suspended')
  }
  if (order !== undefined && !captures) {
    const input = { ref: order.id, amount: cents(1) }
    const { answer } = await answerOf(() => captureOrder(writing, caller, input))
    hold('answer', answer, 'store_suspended', `a capture of order ${order.number}`)
  }
  const kind = random.pick(['refund', 'void', 'captureRefund'] as const)
  const other = choose(world, kind, random)
  if (other !== undefined) await move(world, other, { kind, random })
  await change(world, { act: 'resume' })
  count(world, 'suspended')
}

async function change(
  { writing, caller: { store, sandbox } }: World,
  wish: Pick<ChangeState, 'act' | 'switches'>,
): Promise<void> {
  const clocks = { of: async () => writing.clock }
  const changing = { ...writing, clock: asReal(writing.clock), clocks }
  await changeStoreState(changing, { ...wish, storeId: store.id, sandbox, reason })
}

/** Late fees or interest are waived, as far as they are due. */
async function waive(world: World, random: Random): Promise<void> {
  const { writing, caller } = world
  const all = world.orders.flatMap(({ order }) =>
    (['late_charge', 'interest'] as const).map((kind) => {
      const part = kind === 'interest' ? ('interest' as const) : ('late' as const)
      const most = order.loan === undefined ? 0n : waivableOn(order.loan, part)
      return { order, kind, part, most }
    }),
  )
  const some = all.filter(({ most }) => most > 0n)
  const those = some.length > 0 && random.chance(0.9) ? some : all
  if (those.length === 0) return
  const { order, kind, part, most } = random.pick(those)
  const size = random.weighted({ whole: 3, part: 6, beyond: 1 })
  const sizes = {
    ...{ whole: most, beyond: most + 1n },
    part: BigInt(random.between(1, Math.max(1, Number(most)))),
  }
  const amount = sizes[size] > 0n ? sizes[size] : 1n
  const input = { ref: order.id, kind, amount: cents(Number(amount)) }
  const { answer } = await answerOf(() => waiveDebt(writing, caller, input))
  const at = world.now()
  const wanted = isWaived(order, { amount, at, day: dayAt(at, world.plan.zone) }, part)
  hold('answer', answer, wanted, `a waiver for order ${order.number}`)
  if (answer === 'ok') count(world, 'waived')
}

/** A transfer with its reference, which can be used once in the whole book. */
async function transfer(world: World, { number }: Step, random: Random): Promise<void> {
  const { writing, caller } = world
  const due = world.orders.map(({ order }) => order).filter((each) => isOfUse(world, 'pay', each))
  if (due.length === 0) return
  const order = random.pick(due)
  const open = order.loan?.items.reduce((all, item) => all + (item.due ? openItem(item) : 0n), 0n)
  const amount = random.chance(0.5) ? (open ?? 1n) : BigInt(random.between(1, Number(open ?? 1n)))
  const how = random.pick(['spread', 'last', 'next'] as const)
  // Two steps may have the same time.
  const reference = `transfer ${world.plan.seed} ${number} ${order.number}`
  const arrival = { method: 'bank_transfer', reference, valueOn: undefined } as const
  const input = { ref: order.id, amount: cents(Number(amount)), spread: how, arrival }
  const { answer } = await answerOf(() => receivePayment(writing, caller, input))
  const id = await paymentOf(world, order)
  const at = world.now()
  const wanted = pays(order, { amount, id, at, day: dayAt(at, world.plan.zone), how })
  hold('answer', answer, wanted, `a transfer for order ${order.number}`)
  const again = await answerOf(() => receivePayment(writing, caller, input))
  hold('answer', again.answer, 'payment_reference_used', 'a transfer that came already')
  count(world, 'transferred')
}
