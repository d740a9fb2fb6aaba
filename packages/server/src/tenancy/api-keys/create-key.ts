import type { ApiKeyWish } from '@svc/api'
import { actorOf, operator } from '../../model/keys/api-key.ts'
import { accept } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { creationOf } from './action.ts'
import { type Issued, issueKey, rowOf } from './issue.ts'
import { decideNewKey } from './rules.ts'
import { keyRows, listActiveKeys } from './store.ts'

type CreateKeyInput = {
  readonly storeId: string
  readonly timeZone: string
  /** The id of the calling key; null: the operator. */
  readonly actorId: string | null
  readonly wish: ApiKeyWish
}

export function createKey(
  writing: RealWriting,
  { storeId, timeZone, actorId, wish }: CreateKeyInput,
): Promise<Issued> {
  const { writer, clock, ids } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    await lockStore(tx, storeId)
    const now = clock.now()
    const active = await listActiveKeys(tx, storeId, now)
    const actor = actorId === null ? operator : actorOf(active, actorId)
    const expiresAt = endOf(wish.expires_at, timeZone)
    const plan = accept(decideNewKey({ actor, wish, expiresAt, active, now }))
    const issued = issueKey(ids, { storeId, plan, now })
    return tx.commit(issued, acted(writing, creationOf(issued.key), keyRows([rowOf(issued)])))
  })
}

/** A date without a time means the whole day: the key works until the day is over. */
function endOf(text: string | undefined, timeZone: string): Date | null {
  const parsed = text === undefined ? undefined : parseDate(text, timeZone)
  if (parsed === undefined) return null
  return parsed.dayEnd ?? parsed.instant
}
