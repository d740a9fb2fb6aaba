import type { Reader } from '../database/database.ts'
import type { Vault } from '../vault.ts'
import { findAnySecret as findAnyWebhookSecret } from '../webhooks/store.ts'
import { findAnySecret } from './store.ts'

/** Whether what is stored was encrypted under this `SECRET_KEY`; true while nothing is stored. */
export async function canReadSecrets(reader: Reader, vault: Vault): Promise<boolean> {
  const sealed = [await findAnySecret(reader), await findAnyWebhookSecret(reader)]
  try {
    for (const secret of sealed) if (secret !== undefined) vault.open(secret)
    return true
  } catch {
    return false
  }
}
