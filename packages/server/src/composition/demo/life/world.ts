/**
 * The stores of the demo's life in a time of their own: each has a test clock, which nobody else
 * moves while it is held, so that no lane works for it (`inRealTime`) until it has arrived.
 */
import type { Principal } from '../../../model/actions/action.ts'
import type { Store } from '../../../model/stores/store-account.ts'
import type { StreamKey } from '../../../model/streams/stream-key.ts'
import { placeEvents } from '../../../outbound/placing/place-events.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createIds } from '../../../platform/ids.ts'
import { serviceActing } from '../../../tenancy/actions/service-acting.ts'
import type { RealWriting } from '../../../tenancy/caller/context.ts'
import { moveOn } from '../../../tenancy/test-clocks/store.ts'
import type { StoreWork } from '../../../tenancy/test-clocks/store-work.ts'
import type { WholeService } from '../../service/whole-service.ts'
import { worksOfStores } from '../../timed-work.ts'

/** Due work is done at most this late, so that work that falls together is done together. */
const GATHERED_MS = 2 * 3_600_000
const ROUNDS_MAX = 1_000

export type Living = {
  readonly store: Store
  readonly key: StreamKey
  /** The holder of its clock. */
  readonly worker: string
  /** Its own server, as the log of actions names it. */
  readonly server: Principal
  /** Its clock when this process began: everything before has been done. */
  readonly reached: number
}

export type World = {
  readonly service: WholeService
  /** The dependencies of an operation, done by somebody at the clock's moment. */
  writing(principal?: Principal): RealWriting
  /** Lets time pass for all stores, and does on the way what falls due. */
  passTo(until: number): Promise<void>
  /** Does something in a store, whose clock shows the time by then. */
  act(living: Living, work: () => Promise<unknown>): Promise<void>
}

type Due = { readonly work: StoreWork; readonly at: number }

/** The time of all these stores, which only advances. */
function createTime(database: Database, start: number) {
  let time = start
  const clock = { real: true, now: () => new Date(time) } as const
  return {
    clock,
    // Of such a moment: an action is logged when it happens.
    ids: createIds(clock),
    now: () => time,
    goOn(to: number): void {
      time = Math.max(time, to)
    },
    async show({ key: { storeId }, worker }: Living): Promise<void> {
      const moved = await moveOn(database, { storeId, worker, at: clock.now(), arrived: undefined })
      if (!moved) throw new Error(`somebody else moves the clock of ${storeId}`)
    },
  }
}

export function createWorld(
  service: WholeService,
  stores: readonly Living[],
  start: number,
): World {
  const { database, clocks } = service
  const time = createTime(database, start)
  const { clock, ids } = time
  const works = worksOfStores(service)
  const known = new Map<Living, readonly Due[]>()

  /** The pending work of a store, the first of each kind. */
  async function duesOf(living: Living): Promise<readonly Due[]> {
    const before = known.get(living)
    if (before !== undefined) return before
    while ((await placeEvents(service, living.key)) > 0);
    const upTo = clocks.real.now()
    const all = works.map(async (work) => ({
      work,
      at: (await work.nextDue(database, living.key, upTo))?.getTime() ?? Number.POSITIVE_INFINITY,
    }))
    const dues = await Promise.all(all)
    known.set(living, dues)
    return dues
  }

  /** The store in which something is due first. */
  async function nextOf() {
    const waiting: { living: Living; dues: readonly Due[]; at: number }[] = []
    for (const living of stores) {
      const dues = await duesOf(living)
      waiting.push({ living, dues, at: Math.min(...dues.map(({ at }) => at)) })
    }
    return waiting.toSorted((one, two) => one.at - two.at)[0]
  }

  async function carryOut(living: Living, dues: readonly Due[]): Promise<void> {
    await time.show(living)
    for (const { work, at } of dues) {
      if (at > time.now()) continue
      const acting = serviceActing(work.name, clock)
      await work.carryOut({ writer: database, database, clock, ids, acting }, living.key)
    }
    known.delete(living)
  }

  return {
    service,
    writing: (principal) => writingOf({ writer: database, clock, ids }, principal),
    async act(living, work) {
      await time.show(living)
      await work()
      known.delete(living)
    },
    async passTo(until) {
      for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
        if (service.stopping()) return
        const next = await nextOf()
        if (next === undefined || next.at > until) return time.goOn(until)
        const now = time.now()
        const gathered = Math.ceil(next.at / GATHERED_MS) * GATHERED_MS
        time.goOn(next.at <= now ? now : Math.min(until, gathered))
        if (time.now() > now) rounds = 0
        await carryOut(next.living, next.dues)
      }
      throw new Error('what is due in the demo never ends')
    },
  }
}

function writingOf(timed: Omit<RealWriting, 'acting'>, principal?: Principal): RealWriting {
  const acting = serviceActing('demo', timed.clock)
  if (principal === undefined) return { ...timed, acting }
  const { at } = acting
  return { ...timed, acting: { ...acting, principal, mode: 'sandbox', at } }
}
