import type { Action, Changes } from '../../model/actions/action.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { changesOf } from '../actions/changes.ts'

export function creationOf(store: Store): Action {
  return { ...about(store.id), action: 'store.create', changes: changesOf({}, logged(store)) }
}

/** Undefined if nothing has changed; of the token the log only says that it was set. */
export function settingsChangeOf(
  before: Store,
  after: Store,
  { tokenSent, account }: { readonly tokenSent: boolean; readonly account: Changes },
): Action | undefined {
  const token = tokenSent ? ({ notification_token: 'changed' } as const) : {}
  const changes = { ...changesOf(logged(before), logged(after)), ...token, ...account }
  if (Object.keys(changes).length === 0) return undefined
  return { ...about(before.id), action: 'settings.change', changes }
}

export function secretRotationOf(storeId: string): Action {
  const changes = { notification_secret: 'changed' } as const
  return { ...about(storeId), action: 'notification_secret.rotate', changes }
}

function about(storeId: string) {
  return { object: { kind: 'store', id: storeId }, storeId }
}

/** The log's view of a store's settings. */
export function logged({ name, timeZone, settings }: Store) {
  return { name, time_zone: timeZone, ...settings }
}
