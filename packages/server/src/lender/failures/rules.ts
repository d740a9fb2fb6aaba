/** Messages that can be resent by hand: pure. The name of a failure contains its place. */
import type { Decision } from '../../platform/refusal.ts'
import type { Failure } from './failure.ts'

export type Retry =
  | {
      readonly kind: 'delivery' | 'lender_delivery'
      readonly webhookId: string
      readonly deliveryId: string
    }
  | { readonly kind: 'notification'; readonly ref: string; readonly notificationId: string }

/** Only messages can be sent; an erasure takes two people again. */
export function decideRetry({ id, kind }: Pick<Failure, 'id' | 'kind'>): Decision<Retry> {
  const [, , of = '', own = ''] = id.split('.')
  if (kind === 'delivery' || kind === 'lender_delivery') {
    return { plan: { kind, webhookId: of, deliveryId: own } }
  }
  if (kind === 'notification') return { plan: { kind, ref: of, notificationId: own } }
  return { refused: 'failure_state', detail: { values: { state: kind } } }
}
