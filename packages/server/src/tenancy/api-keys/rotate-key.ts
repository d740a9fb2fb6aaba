import { limits } from '@svc/api'
import { actorOf, operator } from '../../model/keys/api-key.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { creationOf, rotationOf } from './action.ts'
import { type Issued, issueKey, rowOf } from './issue.ts'
import { decideRotation } from './rules.ts'
import { findKey, keyEndUpdate, keyRows, listActiveKeys } from './store.ts'

type RotateKeyInput = {
  readonly storeId: string
  /** Null: an owner of the store. */
  readonly actorId: string | null
  readonly keyId: string
  readonly overlapMinutes: number | undefined
}

const MINUTE_MS = 60_000

/** A new key like the old one, which stays valid for a while so that all its users can change. */
export function rotateKey(
  writing: RealWriting,
  { storeId, actorId, keyId, overlapMinutes = limits.overlapMinutesDefault }: RotateKeyInput,
): Promise<Issued> {
  const { writer, clock, ids } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    await lockStore(tx, storeId)
    const now = clock.now()
    const active = await listActiveKeys(tx, storeId, now)
    const actor = actorId === null ? operator : actorOf(active, actorId)
    const old = existing(await findKey(tx, { storeId, id: keyId }), 'api_key', keyId)
    const until = new Date(now.getTime() + overlapMinutes * MINUTE_MS)
    const plan = accept(decideRotation({ actor, old, until, active, now }))
    const issued = issueKey(ids, { storeId, plan: plan.next, now })
    return tx.commit(
      issued,
      acted(writing, rotationOf(old, plan.old, issued.key), keyEndUpdate(plan.old)),
      acted(writing, creationOf(issued.key), keyRows([rowOf(issued)])),
    )
  })
}
