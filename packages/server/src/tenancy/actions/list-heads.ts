import type { Mode } from '../../model/keys/api-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { listChains } from './store.ts'

/** Where a chain of actions ends: kept elsewhere, it proves what is before it. */
type HeadReport = {
  readonly mode: Mode
  /** 0: nothing is placed yet. */
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
