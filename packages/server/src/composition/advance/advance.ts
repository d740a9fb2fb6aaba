/**
 * How a store with a test clock gets from one time to another: moment after moment, everything due
 * at one before the next. One process at a time does it; a caller that comes after a dead one
 * continues where the clock stands.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import { underHold } from '../../tenancy/test-clocks/holding.ts'
import { findTestClock, moveOn } from '../../tenancy/test-clocks/store.ts'
import type { StoreWork } from '../../tenancy/test-clocks/store-work.ts'
import { timeOf } from '../../tenancy/test-clocks/test-clock.ts'
import type { WholeService } from '../service/whole-service.ts'
import { earliest, nextMoment } from './moments.ts'

export type Advance = {
  /** When something is due that one would advance to, if that is no later than the moment. */
  nextDue(reader: Reader, storeId: string, upTo: Date): Promise<Date | null>
  /** Whether anything is due, messages included. */
  isDue(storeId: string, now: Date): Promise<boolean>
  /** Resolves when the clock is where it was sent, and all that was due on the way is done. */
  arrive(storeId: string): Promise<void>
  /** Does the store's due work, unless another process is doing it. */
  settle(storeId: string): Promise<void>
}

type Advancing = Pick<WholeService, 'database' | 'clocks' | 'ids' | 'stopping'> & {
  readonly works: readonly StoreWork[]
}

const LOOKED_AGAIN_MS = 50
/** So often one moment is looked at again: more means that something never ends. */
const ROUNDS_MAX = 1_000
const TRIES_MAX = 5

export function createAdvance(
  service: Omit<Advancing, 'works'>,
  works: readonly StoreWork[],
): Advance {
  const advancing = { ...service, works }
  return {
    async nextDue(reader, storeId, upTo) {
      const dues: (Date | null)[] = []
      for (const work of works.filter(({ tells }) => tells !== true)) {
        dues.push(await work.nextDue(reader, keyOf(storeId), upTo))
      }
      return earliest(dues)
    },
    async isDue(storeId, now) {
      const dues = await duesOf(advancing, keyOf(storeId), now)
      return dues.some(({ due }) => due !== null)
    },
    arrive: (storeId) => arrive(advancing, storeId),
    async settle(storeId) {
      await underHold(service, storeId, (worker) => work(advancing, keyOf(storeId), worker))
    },
  }
}

async function arrive(advancing: Advancing, storeId: string): Promise<void> {
  for (let tries = 1; ; ) {
    const clockRow = await findTestClock(advancing.database, storeId)
    if (clockRow === undefined || clockRow.target === null) return
    if (advancing.stopping()) throw new Refused('service_stopping')
    try {
      const key = keyOf(storeId)
      const held = await underHold(advancing, storeId, (worker) => work(advancing, key, worker))
      if (!held) await pause(LOOKED_AGAIN_MS)
    } catch (error) {
      // Such as an order that somebody else is changing, or a database that is away.
      if (!(error instanceof Refused) || tries === TRIES_MAX) throw error
      await pause(LOOKED_AGAIN_MS * 2 ** tries++)
    }
  }
}

/** Until nothing is due any more where the store's time is, or where it was sent. */
async function work(advancing: Advancing, key: StreamKey, worker: string): Promise<void> {
  let before: number | undefined
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    const at = await step(advancing, key, worker)
    if (at === undefined) return
    if (at.getTime() !== before) rounds = 0
    // Another process may be working on it.
    else if (rounds > 2) await pause(LOOKED_AGAIN_MS)
    before = at.getTime()
  }
  throw new Error(`what is due of store ${key.storeId} never ends`)
}

/** Does the work due at the next moment; returns that moment, or undefined if there is none. */
async function step(
  advancing: Advancing,
  key: StreamKey,
  worker: string,
): Promise<Date | undefined> {
  const { database, clocks, ids, stopping } = advancing
  const testClock = await findTestClock(database, key.storeId)
  if (testClock === undefined || stopping()) return undefined
  while ((await placeEvents(advancing, key)) > 0);
  // An advance writes months of work in seconds: the planner's figures have to keep up.
  await database.maintain().catch(() => {})
  const { target, runsOn } = testClock
  const shown = timeOf(testClock, clocks.real.now())
  const upTo = target ?? shown
  const dues = await duesOf(advancing, key, upTo)
  const next = nextMoment(dues, { shown, upTo })
  if (next === undefined && target === null) return undefined
  const at = next ?? upTo
  if (next === undefined || at > shown) {
    const arrived = next === undefined ? { runsOn, real: clocks.real.now() } : undefined
    const moved = await moveOn(database, { storeId: key.storeId, worker, at, arrived })
    if (!moved || next === undefined) return undefined
  }
  const writing = { writer: database, database, clock: { now: () => at }, ids }
  for (const { work, due } of dues) {
    if (due === null || due > at) continue
    await work.carryOut({ ...writing, acting: serviceActing(work.name, clocks.real) }, key)
  }
  return at
}

const keyOf = (storeId: string): StreamKey => ({ storeId, sandbox: true })

/** Sent together, they share a round trip. */
function duesOf({ database, works }: Advancing, key: StreamKey, upTo: Date) {
  return Promise.all(
    works.map(async (each) => ({ work: each, due: await each.nextDue(database, key, upTo) })),
  )
}
