import { findOrder } from '../../kernel/orders/store.ts'
import { findMethod, findPayment } from '../../kernel/payments/store.ts'
import type { FoundOutcome, Payment } from '../../model/payment/payment.ts'
import type { PaymentProvider } from './provider.ts'
import type { Authorising } from './provider-calls.ts'
import { findOutcome, sendPayment, sendRelease } from './provider-calls.ts'
import { isWanted } from './rules.ts'
import { settle } from './settling.ts'

/**
 * Looks up the outcome of an uncertain payment, or releases its hold. Any number of processes may
 * do it, at any time: a key is carried out once, and a known answer changes nothing.
 */
export async function resolvePayment(resolving: Authorising, payment: Payment): Promise<void> {
  const { clock, providers } = resolving
  const provider = providers(payment, clock)
  // A provider that is not configured any more cannot be called; the payment waits for it.
  if (provider === undefined) return
  await settle(resolving, payment, await outcomeOf(resolving, { provider, payment }))
}

type Request = { readonly provider: PaymentProvider; readonly payment: Payment }

/** A request that never arrived is sent again, with the same key, while it is needed. */
async function outcomeOf(resolving: Authorising, request: Request): Promise<FoundOutcome> {
  const { database } = resolving
  const { payment } = request
  if (payment.state === 'releasing') return sendRelease(resolving, request)
  const outcome = await findOutcome(resolving, request)
  if (outcome.state !== 'never_seen' || payment.state !== 'open') return outcome
  const { storeId, sandbox, orderId, authorisationId } = payment
  const order = await findOrder(database, { storeId, sandbox, ref: orderId })
  if (order === undefined || !isWanted(payment, order)) return outcome
  const method = await findMethod(database, order)
  const held =
    authorisationId === null
      ? undefined
      : await findPayment(database, { storeId, id: authorisationId })
  const authorisation = held?.reference ?? undefined
  return sendPayment(resolving, { ...request, method, authorisation })
}
