/** Webhook endpoints for tests below HTTP: their rows, as the routes write them. */

import { secretPlace } from '../outbound/endpoints/webhook.ts'
import { lockStream } from '../outbound/events/store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Vault } from '../platform/secrets/vault.ts'
import type { Scenario } from './scenario.ts'

export type TestEndpoint = {
  readonly id: string
  readonly types?: readonly string[]
  readonly url?: string
  readonly secret?: string
}

export type TestOwner = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly vault: Vault
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** An enabled one, told of what gets its place from now on. */
export async function addEndpoint(
  database: Database,
  { storeId, sandbox, vault }: TestOwner,
  { id, types, url = 'https://store.example.com/events', secret = SECRET }: TestEndpoint,
): Promise<void> {
  await database.transaction(null, async (tx) => {
    const { position } = await lockStream(tx, { storeId, sandbox })
    const at = new Date()
    const endpoint = {
      storeId: storeId,
      sandbox,
      id,
      url,
      types: types ?? null,
      version: 'v1',
      secret: vault.seal(secret, secretPlace({ storeId, id })),
      state: 'enabled' as const,
      createdAt: at,
    }
    const subscription = {
      storeId: storeId,
      endpointId: id,
      fromPosition: position,
      enabled: true,
      types: types ?? null,
      createdAt: at,
    }
    return tx.commit(
      undefined,
      { table: 'webhook_endpoints', rows: [endpoint] },
      { table: 'webhook_subscriptions', rows: [subscription] },
    )
  })
}

export function ownerOf({ caller }: Scenario, vault: Vault): TestOwner {
  return { storeId: caller.store.id, sandbox: caller.sandbox, vault }
}
