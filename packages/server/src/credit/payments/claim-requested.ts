import { lockRequested, paymentUpdate } from '../../kernel/payments/store.ts'
import type { Payment } from '../../model/payment/payment.ts'
import { Written } from '../../platform/database/database.ts'
import type { Writing } from '../../tenancy/caller/context.ts'

/** Longer than a provider may take to answer: who dies meanwhile loses it to another process. */
const LEASE_MS = 60_000

/** Claims payments to be looked up at the provider now, the oldest first. */
export function claimRequested(
  { writer, clock }: Pick<Writing, 'writer' | 'clock'>,
  limit: number,
): Promise<Payment[]> {
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const payments = await lockRequested(tx, { now, limit })
    const askAt = new Date(now.getTime() + LEASE_MS)
    const updates = payments.map((payment) => paymentUpdate({ ...payment, askAt }))
    return tx.commit(payments, Written.technically('lease', ...updates))
  })
}
