import { accept } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { newSecret } from '../../tenancy/stores/signature.ts'
import { creationOf } from '../endpoints/action.ts'
import { countWebhooks, subscriptionRow, webhookRow } from '../endpoints/store.ts'
import { type ListedWebhook, secretPlace, type WebhookFields } from '../endpoints/webhook.ts'
import { lockStream, streamQueue } from '../events/store.ts'
import { decideNewWebhook } from './rules.ts'

type CreateWebhookInput = {
  readonly fields: WebhookFields
  readonly version: string
  readonly vault: Vault
}

/** Receives what gets its position in the stream from now on. */
export function createWebhook(
  writing: Writing,
  { store, sandbox }: OfStore,
  { fields, version, vault }: CreateWebhookInput,
): Promise<{ webhook: ListedWebhook; secret: string }> {
  const { writer, clock, ids } = writing
  const key = { storeId: store.id, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const at = clock.now()
    const count = await countWebhooks(tx, key)
    const plan = { ...key, id: ids.next(), version, fields, at, count }
    const webhook = accept(decideNewWebhook(plan))
    const secret = newSecret(ids.bytes)
    return tx.commit(
      { webhook: { ...webhook, pending: 0 }, secret },
      acted(
        ...([writing, creationOf(webhook)] as const),
        webhookRow(webhook, vault.seal(secret, secretPlace(webhook))),
        subscriptionRow(stream, webhook, { enabled: true, types: webhook.types, at }),
      ),
    )
  })
}
