import type { Action } from '../../model/actions/action.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'

export function about(
  { storeId, sandbox, id }: StreamKey & { readonly id: string },
  action: Action['action'],
): Action {
  return { action, object: { kind: 'campaign', id }, storeId, sandbox }
}
