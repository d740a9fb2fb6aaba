import type { RealClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { errorDetails } from '../error-details.ts'
import type { StreamKey } from '../events/event.ts'
import type { Work } from '../work/due.ts'
import { SEALED_AT_ONCE } from './rules.ts'
import { sealStream } from './seal-stream.ts'
import { listStreamsToSeal } from './store.ts'

/** So many streams are found at once, and so many seals made before other work has its turn. */
const STREAMS = 1_000
const SEALS = 8

type Sealing = {
  readonly database: Database
  readonly clock: RealClock
  readonly log: { error(details: object, message: string): void }
}

/** Seals what is due. A stream that fails stops no other. */
export function createSealing({ database, clock, log }: Sealing): Work {
  let streams: StreamKey[] = []
  return async () => {
    if (streams.length === 0) streams = await listStreamsToSeal(database, clock.now(), STREAMS)
    let sealed = 0
    for (const key of streams.splice(0, SEALS)) {
      try {
        const count = await sealStream({ writer: database, clock }, key)
        if (count === SEALED_AT_ONCE) streams.push(key)
        if (count > 0) sealed++
      } catch (error) {
        const about = { lane: 'seals', store_id: key.storeId, sandbox: key.sandbox }
        log.error({ ...about, ...errorDetails(error) }, 'events not sealed')
      }
    }
    return sealed
  }
}
