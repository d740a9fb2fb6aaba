import type { Work } from '../work/due.ts'
import { PLACED_AT_ONCE, type Places, placeEvents } from './place-events.ts'
import { listUnplacedStreams } from './store.ts'

const STREAMS = 100

type Placing = Places & {
  readonly log: { error(details: object, message: string): void }
}

/** Places what is new in every stream. A stream that fails does not hold up the others. */
export function createPlacing({ log, ...places }: Placing): Work {
  return async () => {
    let rest = 0
    for (const key of await listUnplacedStreams(places.database, STREAMS)) {
      try {
        const count = await placeEvents(places, key)
        // A part only: there is more to be done at once.
        if (count === PLACED_AT_ONCE) rest++
      } catch (error) {
        const { message, stack } = error as Error
        log.error({ message, stack, ...key }, 'events not placed')
      }
    }
    return rest
  }
}
