import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { secretRotationOf } from './action.ts'
import { previousSecretPlace, secretPlace } from './secret-places.ts'
import { newSecret } from './signature.ts'
import { lockNotificationSecret, notificationSecretUpdate } from './store.ts'

const OVERLAP_MS = 24 * 3600 * 1000

/** A new signing secret, shown once; the old one also signs for 24 hours (contract §9). */
export function rotateNotificationSecret(
  writing: RealWriting,
  { storeId, vault }: { storeId: string; vault: Vault },
): Promise<{ secret: string }> {
  const { writer, clock, ids } = writing
  return writer.transaction(null, async (tx) => {
    const before = await lockNotificationSecret(tx, storeId)
    const secret = newSecret(ids.bytes)
    const update = notificationSecretUpdate(storeId, {
      secret: vault.seal(secret, secretPlace(storeId)),
      // In another column it has another context.
      previous: vault.seal(vault.open(before, secretPlace(storeId)), previousSecretPlace(storeId)),
      previousUntil: new Date(clock.now().getTime() + OVERLAP_MS),
    })
    return tx.commit({ secret }, acted(writing, secretRotationOf(storeId), update))
  })
}
