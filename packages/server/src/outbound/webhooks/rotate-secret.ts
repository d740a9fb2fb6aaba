import { limits } from '@svc/api'
import { existing } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { OfStore, RealWriting } from '../../tenancy/caller/context.ts'
import { newSecret } from '../../tenancy/stores/signature.ts'
import { secretRotationOf } from '../endpoints/action.ts'
import { lockWebhook, secretUpdate } from '../endpoints/store.ts'
import { previousSecretPlace, secretPlace } from '../endpoints/webhook.ts'
import { rotated } from './rules.ts'

type RotateSecretInput = {
  readonly webhookId: string
  readonly overlapMinutes: number | undefined
  readonly vault: Vault
}

/** A new signing secret, shown once; the previous one also signs for a while. */
export function rotateSecret(
  writing: RealWriting,
  { store, sandbox }: OfStore,
  { webhookId, overlapMinutes = limits.overlapMinutesDefault, vault }: RotateSecretInput,
): Promise<{ secret: string; previousUntil: Date }> {
  const { writer, clock, ids } = writing
  const key = { storeId: store.id, sandbox, webhookId }
  return writer.transaction(`webhook/${store.id}/${webhookId}`, async (tx) => {
    const before = existing(await lockWebhook(tx, key), 'webhook', webhookId)
    const secret = newSecret(ids.bytes)
    const secrets = rotated({
      secret: vault.seal(secret, secretPlace(before)),
      // In another column it is another text.
      previous: vault.seal(
        vault.open(before.secret, secretPlace(before)),
        previousSecretPlace(before),
      ),
      overlapMinutes,
      at: clock.now(),
    })
    return tx.commit(
      { secret, previousUntil: secrets.secretPreviousUntil },
      acted(writing, secretRotationOf(before), secretUpdate(before, secrets)),
    )
  })
}
