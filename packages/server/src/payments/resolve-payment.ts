import { findOrder, lockOrder, orderQueue } from '../orders/store.ts'
import { assert } from '../refusal.ts'
import { findOutcome, sendPayment, sendRelease } from './asking.ts'
import type { Authorising } from './authorising.ts'
import type { Found, Payment } from './payment.ts'
import type { PaymentProvider } from './provider.ts'
import { abandoned, settlePayment, settleRelease, withoutHold } from './rules.ts'
import { findMethod, findPayment, paymentUpdate } from './store.ts'

/**
 * Finds out what became of a payment whose outcome is not known, or gives back what it holds. Any
 * number of processes may do it, at any time: a key is carried out once, and an answer that is
 * known already changes nothing.
 */
export async function resolvePayment(resolving: Authorising, payment: Payment): Promise<void> {
  const { database, clock, providers } = resolving
  const { storeId, sandbox, orderId: ref } = payment
  const provider = providers({ storeId, sandbox }, clock)
  // A provider that is not configured any more cannot be asked; the payment waits for it.
  if (provider === undefined) return
  const key = { storeId, sandbox, ref }
  const answer = await ask(resolving, { provider, payment })
  await database.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    const before = await findPayment(tx, payment)
    assert(order !== undefined && before !== undefined, `payment ${payment.id} is gone`)
    const at = clock.now()
    const open = order.state === 'in_process'
    if (payment.state === 'releasing') {
      return tx.commit(undefined, paymentUpdate(settleRelease(before, answer, at)))
    }
    if (answer.state === 'never_seen' && before.state === 'open' && !open) {
      return tx.commit(undefined, paymentUpdate(abandoned(before, at)))
    }
    const { payment: after, effect } = settlePayment(before, answer, at)
    const kept = effect === null || open ? after : withoutHold(after, at)
    return tx.commit(undefined, paymentUpdate(kept))
  })
}

type Request = { readonly provider: PaymentProvider; readonly payment: Payment }

/** What never arrived is sent again, with the same key, while it is wanted. */
async function ask(resolving: Authorising, request: Request): Promise<Found> {
  const { database } = resolving
  const { payment } = request
  if (payment.state === 'releasing') return sendRelease(resolving, request)
  const found = await findOutcome(resolving, request)
  if (found.state !== 'never_seen' || payment.state !== 'open') return found
  const { storeId, sandbox, orderId } = payment
  const order = await findOrder(database, { storeId, sandbox, ref: orderId })
  const method = await findMethod(database, { storeId, id: orderId })
  if (order?.state !== 'in_process' || method === undefined) return found
  return sendPayment(resolving, { ...request, method })
}
