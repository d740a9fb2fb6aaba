import type { Action } from '../../model/actions/action.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { about as ofEndpoint } from '../endpoints/action.ts'

type OfWebhook = StreamKey & { readonly webhookId: string }

/** What is done about the deliveries of a webhook. */
export function about(
  { storeId, sandbox, webhookId: id }: OfWebhook,
  action: Action['action'],
): Action {
  return { action, ...ofEndpoint({ storeId, id }), sandbox }
}
