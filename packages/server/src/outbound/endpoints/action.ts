import type { Action } from '../../model/actions/action.ts'
import { isLenders } from '../../model/streams/owners.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import { type Endpoint, reasonOf, type Webhook, type WebhookId } from './webhook.ts'

export function creationOf(webhook: Webhook): Action {
  const changes = changesOf({}, logged(webhook))
  return { ...about(webhook), action: `${kindOf(webhook)}.create`, changes }
}

/** Undefined where nothing is different. */
export function changeOf(before: Endpoint, after: Endpoint): Action | undefined {
  const changes = changesOf(logged(before), logged(after))
  if (Object.keys(changes).length === 0) return undefined
  return { ...about(before), action: `${kindOf(before)}.change`, changes }
}

/** For the lender's: only the service does it. */
export function disablingOf(before: Endpoint, after: Endpoint): Action {
  const { state, disabled_reason } = changesOf(logged(before), logged(after))
  const changes = { ...(state && { state }), ...(disabled_reason && { disabled_reason }) }
  return { ...about(before), action: 'lender_webhook.disable', sandbox: before.sandbox, changes }
}

export function deletionOf(webhook: Webhook): Action {
  const changes = changesOf(logged(webhook), {})
  return { ...about(webhook), action: `${kindOf(webhook)}.delete`, changes }
}

export function secretRotationOf(webhook: Webhook): Action {
  const changes = { secret: 'changed' } as const
  return { ...about(webhook), action: `${kindOf(webhook)}.rotate`, changes }
}

const kindOf = ({ storeId }: Pick<WebhookId, 'storeId'>) =>
  isLenders(storeId) ? 'lender_webhook' : 'webhook'

/** The endpoint as actions name it. */
export function about(webhook: WebhookId): Pick<Action, 'object' | 'storeId'> {
  const { storeId, id } = webhook
  const object = { kind: kindOf(webhook), id }
  return { object, storeId: isLenders(storeId) ? null : storeId }
}

function logged(endpoint: Endpoint) {
  const { url, types, name, state } = endpoint
  return { url, types, name, state, disabled_reason: reasonOf(endpoint) }
}
