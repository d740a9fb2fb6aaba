import type { Database } from '../../platform/database/database.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { workOnEach } from '../../platform/work/work-on-each.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { ACTIONS_AT_ONCE, placeActions } from './place-actions.ts'
import { countUnplacedActions } from './store.ts'

const NAME = 'action_places'
const IDLE_MS = 500

type Placing = {
  readonly database: Database
  readonly clock: RealClock
  readonly log: { error(details: object, message: string): void }
}

/** Assigns positions to new actions of the log. A mode that fails does not delay the other. */
export function createPlacingOfActions({ log, ...places }: Placing): Lane {
  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: false,
    yields: true,
    backlog: () => countUnplacedActions(places.database),
    work() {
      const place = async (mode: 'sandbox' | 'live') =>
        (await placeActions(places, mode)) === ACTIONS_AT_ONCE ? 1 : 0
      return workOnEach(['sandbox', 'live'], place, {
        ...{ log, message: 'positions of actions could not be assigned' },
        about: (mode) => ({ lane: NAME, mode }),
      })
    },
  }
}
