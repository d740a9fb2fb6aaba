import type { StreamKey } from '../../model/streams/stream-key.ts'
import { workOnEach } from '../../platform/work/work-on-each.ts'
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
      const place = async (key: StreamKey) => {
        const count = await placeEvents(places, key)
        if (count > 0) placed()
        return count
      }
      return workOnEach(await listUnplacedStreams(places.database, STREAMS), place, {
        ...{ log, message: 'positions of events could not be assigned' },
        about: ({ storeId, sandbox }) => ({ lane: NAME, store_id: storeId, sandbox }),
      })
    },
  }
}
