import type { Mode } from '../../model/keys/api-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { listChains } from './store.ts'

/** The end of a chain of actions: stored elsewhere, it proves everything before it. */
type HeadReport = {
  readonly mode: Mode
  /** 0: no action has a position yet. */
  readonly place: number
  readonly hash: string
  readonly sealed: string | null
}

export async function listHeads({
  database,
}: {
  readonly database: Reader
}): Promise<HeadReport[]> {
  const chains = await listChains(database)
  return chains.map(({ mode, place, hash, sealedAt }) => {
    return { mode, place, hash, sealed: sealedAt === null ? null : utcMicros(sealedAt) }
  })
}
