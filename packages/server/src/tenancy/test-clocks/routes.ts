import { TestClockBody, type TestClockWish } from '@svc/api'
import type { Caller } from '../caller/context.ts'
import { answer, type Route, route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import * as docs from './docs.ts'
import { getTestClock } from './get-test-clock.ts'
import { destinationFaults, destinationOf } from './input.ts'
import { type SetTestClockInput, setTestClock } from './set-test-clock.ts'
import { testClockView } from './view.ts'

/** How a store's test clock gets from one time to another. */
type Advance = {
  /** The due time to which one would advance. */
  readonly nextDue: SetTestClockInput['nextDue']
  /** Resolves when the clock has arrived, and everything due on the way is done. */
  arrive(storeId: string): Promise<void>
}

export function testClockRoutes(service: Service, advance: Advance): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/test-clock',
      access: { kind: 'private', scope: null },
      doc: docs.getTestClock,
      sandboxOnly: 'always',
      async handle({ caller }) {
        const { database, clocks } = service
        const shown = await getTestClock({ database, clock: clocks.real }, caller.store.id)
        return answer(200, testClockView(shown))
      },
    }),
    route({
      method: 'POST',
      path: '/me/test-clock',
      access: { kind: 'private', scope: 'settings:write' },
      body: TestClockBody,
      bodyOptional: true,
      doc: docs.setTestClock,
      sandboxOnly: 'always',
      faults: (body: TestClockWish, { store }: Caller) => destinationFaults(body, store.timeZone),
      async handle({ caller, body, writeInRealTime }) {
        const { id: storeId, timeZone } = caller.store
        const wish = body
        const input = {
          storeId,
          timeZone,
          destination: destinationOf(wish, timeZone),
          frozen: wish.frozen ?? true,
          nextDue: advance.nextDue,
        }
        const sent = await writeInRealTime(
          async (writing) => {
            const { first, ...shown } = await setTestClock(writing, input)
            if (first) await service.clocks.known(storeId)
            return shown
          },
          (shown) => answer(200, testClockView(shown)),
        )
        // A repeated request waits as well: the first answer may have been lost.
        await advance.arrive(storeId)
        return sent
      },
    }),
  ]
}
