import type { Action } from '../../model/actions/action.ts'
import type { ApiKey } from '../../model/keys/api-key.ts'

export function warningOf({ storeId, id }: ApiKey, action: Action['action']): Action {
  return { action, object: { kind: 'api_key', id }, storeId }
}
