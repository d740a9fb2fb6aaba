import type { Action } from '../../model/actions/action.ts'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'

/** The logged values of a key: all but the key itself and its use. */
function logged({ name, mode, scopes, addresses, ...key }: LenderKey) {
  const people = { owner: key.ownerId, maker: key.makerId }
  const ends = { expires_at: key.expiresAt, revoked_at: key.revokedAt }
  return { name, mode, scopes, addresses, ...people, ...ends }
}

export function creationOf(key: LenderKey): Action {
  return { ...about(key), action: 'lender_key.create', changes: changesOf({}, logged(key)) }
}

export function rotationOf(before: LenderKey, after: LenderKey, successor: LenderKey): Action {
  const changes = changesOf(
    { ...logged(before), successor: null },
    { ...logged(after), successor: successor.id },
  )
  return { ...about(before), action: 'lender_key.rotate', changes }
}

export function revocationOf(before: LenderKey, after: LenderKey): Action {
  const changes = changesOf(logged(before), logged(after))
  return { ...about(before), action: 'lender_key.revoke', changes }
}

function about({ id }: LenderKey) {
  return { object: { kind: 'lender_key', id }, storeId: null }
}
