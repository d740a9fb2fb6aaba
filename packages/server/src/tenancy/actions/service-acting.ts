import type { Acting } from '../../model/actions/action.ts'
import type { RealClock } from '../../platform/time/clock.ts'

/** The service itself as the author, in the named part of it; always at the current time. */
export function serviceActing(name: string, clock: RealClock): Acting {
  return {
    principal: { kind: 'service', id: null, name },
    get at() {
      return clock.now()
    },
    ...{ mode: null, requestId: null, address: null, agent: null, route: null },
  }
}
