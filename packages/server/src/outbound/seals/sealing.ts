import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import type { Work } from '../../platform/work/due.ts'
import { workOnEach } from '../../platform/work/work-on-each.ts'
import { SEALED_AT_ONCE } from './rules.ts'
import { sealStream } from './seal-stream.ts'
import { listStreamsToSeal } from './store.ts'

/** The streams found together, and the seals made before other work gets its turn. */
const STREAMS = 1_000
const SEALS = 8

type Sealing = {
  readonly database: Database
  readonly clock: RealClock
  readonly log: { error(details: object, message: string): void }
}

/** Seals due streams. A failing stream stops no other. */
export function createSealing({ database, clock, log }: Sealing): Work {
  let streams: StreamKey[] = []
  return async () => {
    if (streams.length === 0) streams = await listStreamsToSeal(database, clock.now(), STREAMS)
    const seal = async (key: StreamKey) => {
      const count = await sealStream({ writer: database, clock }, key)
      if (count === SEALED_AT_ONCE) streams.push(key)
      return count > 0 ? 1 : 0
    }
    return workOnEach(streams.splice(0, SEALS), seal, {
      ...{ log, message: 'events not sealed' },
      about: ({ storeId, sandbox }) => ({ lane: 'seals', store_id: storeId, sandbox }),
    })
  }
}
