import type { Action } from '../../model/actions/action.ts'
import type { ApiKey } from '../../model/keys/api-key.ts'
import { changesOf } from '../actions/changes.ts'

/** The log's view of a key: everything except the key itself and its use. */
function logged({ name, kind, makerId, expiresAt, revokedAt, ...key }: ApiKey) {
  const bounds = { scopes: key.scopes, mode: key.mode, addresses: key.addresses }
  return { name, kind, ...bounds, maker: makerId, expires_at: expiresAt, revoked_at: revokedAt }
}

export function creationOf(key: ApiKey): Action {
  return { ...about(key), action: 'api_key.create', changes: changesOf({}, logged(key)) }
}

export function rotationOf(before: ApiKey, after: ApiKey, successor: ApiKey): Action {
  const changes = changesOf(
    { ...logged(before), successor: null },
    { ...logged(after), successor: successor.id },
  )
  return { ...about(before), action: 'api_key.rotate', changes }
}

export function revocationOf(before: ApiKey, after: ApiKey): Action {
  return {
    ...about(before),
    action: 'api_key.revoke',
    changes: changesOf(logged(before), logged(after)),
  }
}

function about({ storeId, id }: ApiKey) {
  return { object: { kind: 'api_key', id }, storeId }
}
