import type { Retry } from '../lender/failures/rules.ts'
import { replayNotification } from '../orders/notifications/replay-notification.ts'
import { replayDelivery } from '../outbound/deliveries/replay-delivery.ts'
import type { OfStore, Writing } from '../tenancy/caller/context.ts'

/**
 * Sends again, immediately, a message that a store or the lender did not receive; returns when it
 * is due.
 */
export async function sendAgain(writing: Writing, of: OfStore, retry: Retry): Promise<Date | null> {
  if (retry.kind === 'notification') {
    return (await replayNotification(writing, of, retry)).notification.nextAttemptAt
  }
  return (await replayDelivery(writing, of, retry)).nextAttemptAt
}
