import { hintOf } from '../../model/keys/api-key.ts'
import type { Writing } from '../caller/context.ts'
import { hashKey } from '../stores/key-format.ts'
import { hintUpdate, lockUnhintedKey } from './store.ts'

/** What an earlier version did not keep of a key: its hint, and a public one itself. */
export function completeKey({ writer }: Writing, text: string): Promise<void> {
  return writer.transaction(null, async (tx) => {
    const key = await lockUnhintedKey(tx, hashKey(text))
    if (key === undefined) return tx.commit(undefined)
    const publicKey = text.startsWith('pk_') ? text : null
    return tx.commit(undefined, hintUpdate(key, { hint: hintOf(text), publicKey }))
  })
}
