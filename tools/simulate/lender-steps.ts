/** What the lender does beside the store and its buyers, out of a seed of its own. */
import { cents } from '@svc/api'
import { receivePayment } from '../../packages/server/src/credit/loans/receive-payment.ts'
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
import { pays } from './model/order-loan.ts'
import type { Step } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { choose, move } from './steps.ts'
import { answerOf, count, hold, type World } from './world.ts'

const reason = { code: 'other', note: 'A step of the simulation' } as const

/** Now and then, before a step; the step itself stays what it is without the lender. */
export async function lendersTurn(world: World, step: Step): Promise<void> {
  const random = createRandom(step.seed, 8)
  const act = random.weighted({ nothing: 20, suspend: 1, transfer: 2 })
  if (act === 'suspend') await suspend(world, random)
  if (act === 'transfer') await transfer(world, step, random)
}

/** For a moment nothing new is lent or captured; what gives money back goes on. */
async function suspend(world: World, random: Random): Promise<void> {
  const { writing, caller } = world
  const off = { newCredit: false, captures: false, payouts: false }
  await change(world, { act: 'suspend', switches: off })
  const checkout = await create(world, `suspended-${world.now()}`, basketOf(world, random))
  hold('answer', checkout.answer, 'store_suspended', 'a checkout of a suspended store')
  const order = choose(world, 'capture', random)
  if (order !== undefined) {
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

/** A transfer with its reference, which counts once over the whole book. */
async function transfer(world: World, { number }: Step, random: Random): Promise<void> {
  const { writing, caller } = world
  const due = world.orders.map(({ order }) => order).filter((each) => isOfUse(world, 'pay', each))
  if (due.length === 0) return
  const order = random.pick(due)
  const open = order.loan?.items.reduce((all, item) => all + (item.due ? openItem(item) : 0n), 0n)
  const amount = random.chance(0.5) ? (open ?? 1n) : BigInt(random.between(1, Number(open ?? 1n)))
  const how = random.pick(['spread', 'last', 'next'] as const)
  // Two steps may be of one moment.
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
