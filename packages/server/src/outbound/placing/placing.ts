import { errorDetails } from '../../platform/error-details.ts'
import type { Lane } from '../../platform/work/worker.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { countUnplaced, listUnplacedStreams } from '../events/store.ts'
import { placeEvents } from './place-events.ts'

const NAME = 'event_positions'
const STREAMS = 100
const IDLE_MS = 500

type Placing = Places & {
  /** There is something to deliver. */
  readonly placed: () => void
  readonly log: { error(details: object, message: string): void }
}

/** Places the new events of every stream. A failing stream does not hold up the others. */
export function createPlacing({ placed, log, ...places }: Placing): Lane {
  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: true,
    yields: true,
    backlog: () => countUnplaced(places.database),
    async work() {
      let placedInAll = 0
      for (const key of await listUnplacedStreams(places.database, STREAMS)) {
        try {
          const count = await placeEvents(places, key)
          if (count > 0) placed()
          placedInAll += count
        } catch (error) {
          const about = { lane: NAME, store_id: key.storeId, sandbox: key.sandbox }
          log.error(
            { ...about, ...errorDetails(error) },
            'positions of events could not be assigned',
          )
        }
      }
      return placedInAll
    },
  }
}
