import { limits } from '@svc/api'
import type { Caller, RealWriting } from '../context.ts'
import { newSecret } from '../notifications/signature.ts'
import { existing } from '../refusal.ts'
import type { Vault } from '../vault.ts'
import { rotated } from './rules.ts'
import { lockWebhook, secretUpdate } from './store.ts'

export type RotateSecretInput = {
  readonly webhookId: string
  readonly overlapMinutes: number | undefined
  readonly vault: Vault
}

/** A new signing secret, shown once; the one before signs beside it for a while. */
export function rotateSecret(
  { writer, clock, ids }: RealWriting,
  { store, sandbox }: Caller,
  { webhookId, overlapMinutes = limits.overlapMinutesDefault, vault }: RotateSecretInput,
): Promise<{ secret: string; previousUntil: Date }> {
  const key = { storeId: store.id, sandbox, webhookId }
  return writer.transaction(`webhook/${store.id}/${webhookId}`, async (tx) => {
    const before = existing(await lockWebhook(tx, key), 'webhook', webhookId)
    const secret = newSecret(ids.bytes)
    const rotation = { before, secret: vault.seal(secret), overlapMinutes, at: clock.now() }
    const secrets = rotated(rotation)
    const { previousUntil } = secrets
    return tx.commit({ secret, previousUntil }, secretUpdate(before, secrets))
  })
}
