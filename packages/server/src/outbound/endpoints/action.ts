import type { Action } from '../../model/actions/action.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import type { Endpoint, Webhook } from './webhook.ts'

export function creationOf(webhook: Webhook): Action {
  return { ...about(webhook), action: 'webhook.create', changes: changesOf({}, logged(webhook)) }
}

/** Undefined where nothing is different. */
export function changeOf(before: Endpoint, after: Endpoint): Action | undefined {
  const changes = changesOf(logged(before), logged(after))
  if (Object.keys(changes).length === 0) return undefined
  return { ...about(before), action: 'webhook.change', changes }
}

export function deletionOf(webhook: Webhook): Action {
  return { ...about(webhook), action: 'webhook.delete', changes: changesOf(logged(webhook), {}) }
}

export function secretRotationOf(webhook: Webhook): Action {
  return { ...about(webhook), action: 'webhook.rotate', changes: { secret: 'changed' } }
}

function about({ storeId, id }: Pick<Webhook, 'storeId' | 'id'>) {
  return { object: { kind: 'webhook', id }, storeId }
}

function logged({ url, types, name, state, disabledReason }: Endpoint) {
  return { url, types, name, state, disabled_reason: disabledReason }
}
