import { type ApiKey, hintOf } from '../../model/keys/api-key.ts'
import type { Ids } from '../../platform/ids.ts'
import { formatKey, hashKey } from './key-format.ts'
import type { KeyPlan } from './rules.ts'
import type { KeyRow } from './store.ts'

const KEY_BYTES = 32

/** A key and its text, which is not stored. */
export type Issued = { readonly key: ApiKey; readonly text: string }

type IssueInput = {
  readonly storeId: string
  readonly plan: KeyPlan
  readonly now: Date
  /** Absent: a random one. */
  readonly text?: string
}

export function issueKey(ids: Ids, { storeId, plan, now, text }: IssueInput): Issued {
  const itself = text ?? formatKey(plan.kind, ids.bytes(KEY_BYTES))
  const key = {
    ...plan,
    storeId,
    id: ids.next(),
    hint: hintOf(itself),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  }
  return { key, text: itself }
}

export function rowOf({ key, text }: Issued): KeyRow {
  return { key, hash: hashKey(text), publicKey: key.kind === 'public' ? text : null }
}
