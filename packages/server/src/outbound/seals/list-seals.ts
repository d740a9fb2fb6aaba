import type { Reader } from '../../platform/database/database.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { listNewestSeals } from './store.ts'

/** A seal as the command line shows it: saved elsewhere, it proves everything before it. */
export type SealReport = {
  readonly store_id: string
  readonly mode: 'sandbox' | 'live'
  readonly number: number
  readonly last_position: number
  readonly hash: string
  readonly created: string
}

/** The newest seal of every store and mode. */
export async function listSeals({
  database,
}: {
  readonly database: Reader
}): Promise<SealReport[]> {
  const seals = await listNewestSeals(database)
  return seals.map(({ storeId, sandbox, number, lastPosition, hash, createdAt }) => ({
    store_id: storeId,
    mode: sandbox ? 'sandbox' : 'live',
    number,
    last_position: lastPosition,
    hash,
    created: utcMicros(createdAt),
  }))
}
