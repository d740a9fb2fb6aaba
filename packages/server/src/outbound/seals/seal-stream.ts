import type { StreamKey } from '../../model/streams/stream-key.ts'
import { Written } from '../../platform/database/database.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { sealOf } from './hash.ts'
import { isSealDue } from './rules.ts'
import { listCovered, lockSealHead, sealRows } from './store.ts'

/**
 * Seals the events placed in the stream since its last seal, when that is due; returns their
 * number. Events placed meanwhile belong to the next seal: places only grow.
 */
export function sealStream(
  { writer, clock }: Pick<Writing, 'writer' | 'clock'>,
  key: StreamKey,
): Promise<number> {
  return writer.transaction(null, async (tx) => {
    const head = await lockSealHead(tx, key)
    const covered = await listCovered(tx, head)
    const at = clock.now()
    if (!isSealDue(head, covered.length, at)) return tx.commit(0)
    const rows = sealRows(sealOf(head, covered, at))
    return tx.commit(covered.length, Written.technically('seal', ...rows))
  })
}
