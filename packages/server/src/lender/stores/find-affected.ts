import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import { type Affected, findAffected as find } from './store.ts'

/** What is open of a store, where it is about to be switched off. */
export function findAffected({ database }: Reading, key: StreamKey): Promise<Affected> {
  return find(database, key)
}
