/**
 * The life of the demo: some months of four stores in the sandbox, lived in seconds while requests
 * are served already. A run that stops on the way goes on at the next start from where the stores'
 * clocks stand; when they have arrived at the present, they run with it (decision 0137).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Principal } from '../../../model/actions/action.ts'
import type { Person } from '../../../model/staff/person.ts'
import { type LenderRole, lenderRoles } from '../../../model/staff/roles.ts'
import { errorDetails } from '../../../platform/error-details.ts'
import { createIds } from '../../../platform/ids.ts'
import { Refused } from '../../../platform/refusal.ts'
import { acted } from '../../../tenancy/actions/acted.ts'
import { serviceActing } from '../../../tenancy/actions/service-acting.ts'
import { listKeys } from '../../../tenancy/api-keys/store.ts'
import type { RealWriting } from '../../../tenancy/caller/context.ts'
import { createStore } from '../../../tenancy/stores/create-store.ts'
import { setAddresses } from '../../../tenancy/stores/set-addresses.ts'
import { underHold } from '../../../tenancy/test-clocks/holding.ts'
import { findTestClock, moveOn, testClockRow } from '../../../tenancy/test-clocks/store.ts'
import type { WholeService } from '../../service/whole-service.ts'
import { demoPerson } from '../demo-people.ts'
import type { DemoStore } from '../demo-stores.ts'
import { carryOut } from './acts.ts'
import { lifeStores } from './cast.ts'
import { DAY_MS, planOf } from './plan.ts'
import { requestSecondPerson } from './request-second-person.ts'
import { createWorld, type Living } from './world.ts'

type LifeStart = {
  readonly service: WholeService
  readonly stores: readonly DemoStore[]
  /** The address of this process, as seen from itself. */
  readonly localUrl: string
  /** The same of the desk. */
  readonly localDeskUrl: string
  readonly print: (line: string) => void
}

const LOOKED_AGAIN_MS = 500
/** So often the database may be unavailable; then the rest waits for the next start. */
const UNAVAILABLE_MAX = 20

/** Resolves when it has been lived, or when the service stops; never throws. */
export async function live(start: LifeStart): Promise<void> {
  const { log, stopping } = start.service
  for (let tries = 1; !stopping(); tries++) {
    try {
      return await liveWhole(start)
    } catch (error) {
      if (stopping()) return
      if (!isUnavailable(error) || tries > UNAVAILABLE_MAX)
        return log.error(
          errorDetails(error),
          'the sandbox of the demo could not be filled completely',
        )
      await pause(LOOKED_AGAIN_MS)
    }
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'database_unavailable'

async function liveWhole(start: LifeStart): Promise<void> {
  const { stopping } = start.service
  if (await hasArrived(start)) await readdress(start)
  // A process that was about it and died holds the clocks for a while.
  while (!stopping() && !(await hasArrived(start))) {
    await liveOn(start)
    await pause(LOOKED_AGAIN_MS)
  }
  if (!stopping()) await requestSecondPerson(start)
}

async function hasArrived({ service: { database }, stores }: LifeStart): Promise<boolean> {
  const clocks = await Promise.all(stores.map(({ store }) => findTestClock(database, store.id)))
  return clocks.every((each) => each !== undefined && each.runsSince !== null)
}

/** The demo may listen elsewhere by now. */
async function readdress({ service, stores }: LifeStart): Promise<void> {
  const { database, clocks, ids } = service
  const acting = serviceActing('demo', clocks.real)
  const writing = { writer: database, clock: clocks.real, ids, acting }
  for (const { store } of stores) {
    const { notification_url } = store.settings
    await setAddresses(writing, store.id, { notification_url })
  }
}

async function liveOn(start: LifeStart): Promise<void> {
  const { service, stores } = start
  const end = await endOf(start)
  await beginAt(start, end)
  await readdress(start)
  const living: Omit<Living, 'worker'>[] = []
  for (const { store } of stores) {
    const key = { storeId: store.id, sandbox: true }
    const clock = await findTestClock(service.database, store.id)
    const server = await serverOf(start, store.id)
    living.push({ store, key, server, reached: clock?.shows.getTime() ?? 0 })
  }
  await holding(start, { living, held: [] }, (all) => liveThrough(start, all, end))
}

/** The time of the first start: the history is counted back from there. */
async function endOf({ service, stores }: LifeStart): Promise<Date> {
  const real = service.clocks.real.now()
  const [first] = stores
  const [key] = first === undefined ? [] : await keysOf(service, first.store.id)
  const days = lifeStores[0]?.days ?? 0
  return key === undefined ? real : new Date(key.createdAt.getTime() + days * DAY_MS)
}

async function keysOf({ database }: WholeService, storeId: string) {
  const { keys } = await listKeys(database, storeId, { page: 1, pageSize: 10 })
  return keys.filter(({ kind }) => kind === 'private')
}

async function serverOf({ service }: LifeStart, storeId: string): Promise<Principal> {
  const [key] = await keysOf(service, storeId)
  if (key === undefined) throw new Error(`store ${storeId} has no key`)
  return { kind: 'store_key', id: key.id, name: key.name }
}

function writingAt({ database }: WholeService, at: Date): RealWriting {
  const clock = { real: true, now: () => at } as const
  const acting = serviceActing('demo', clock)
  return { writer: database, clock, ids: createIds(clock), acting }
}

/** People and stores at the beginning, each store with its clock; existing ones stay. */
async function beginAt({ service, stores }: LifeStart, end: Date): Promise<void> {
  const { database, vault, clocks } = service
  const first = writingAt(service, beginOf(0, end))
  for (const role of lenderRoles) await demoPerson(database, first, { role })
  const begun: Promise<void>[] = []
  for (const [index, { store, ...keys }] of stores.entries()) {
    const writing = writingAt(service, beginOf(index, end))
    await createStore(writing, { store, ...keys, vault })
    if ((await findTestClock(database, store.id)) !== undefined) continue
    const shows = writing.clock.now()
    const clock = { storeId: store.id, shows, runsSince: null, target: null, runsOn: false }
    const action = { action: 'test_clock.set', object: null, storeId: store.id } as const
    const written = acted(writing, { ...action, sandbox: true }, testClockRow(clock, shows))
    await database.transaction(null, async (tx) => tx.commit(undefined, written))
    begun.push(clocks.known(store.id))
  }
  await Promise.all(begun)
}

type Holding = {
  readonly living: readonly Omit<Living, 'worker'>[]
  readonly held: readonly Living[]
}

/** Nothing happens where another process is about it. */
async function holding(
  start: LifeStart,
  { living: [next, ...others], held }: Holding,
  work: (held: readonly Living[]) => Promise<void>,
): Promise<void> {
  if (next === undefined) return work(held)
  await underHold(start.service, next.key.storeId, (worker) =>
    holding(start, { living: others, held: [...held, { ...next, worker }] }, work),
  )
}

const PARTS = 4

async function liveThrough(
  { service, localUrl, print }: LifeStart,
  stores: readonly Living[],
  end: Date,
): Promise<void> {
  const { database, log, clocks, stopping } = service
  const world = createWorld(service, stores, startOf(stores, end))
  const staff = await staffOf(service, world.writing())
  const steps = planOf(end)
  let said = 0
  for (const [index, step] of steps.entries()) {
    const living = stores[step.store]
    if (living === undefined || step.at <= living.reached) continue
    await world.passTo(step.at)
    if (stopping()) return
    const principal = (role: LenderRole) => staff(role, step.at)
    const inboxUrl = `${localUrl}/demo/notifications?sandbox&store=${living.key.storeId}`
    await carryOut({ world, living, inboxUrl, staff: principal }, step).catch((error: unknown) => {
      // Such as work begun before the service stopped.
      if (!(error instanceof Refused) || isUnavailable(error)) throw error
      const about = { order: step.mid, act: step.act.kind, code: error.code }
      log.info(about, 'rejected by the rules of the demo')
    })
    await world.passTo(step.at)
    const part = Math.floor((index * PARTS) / steps.length)
    if (part > said) print(`the demo is being filled: step ${index} of ${steps.length}`)
    said = Math.max(said, part)
  }
  await world.passTo(clocks.real.now().getTime())
  if (stopping()) return
  for (const { key, worker } of stores) {
    const at = clocks.real.now()
    const arrived = { runsOn: true, real: at }
    await moveOn(database, { storeId: key.storeId, worker, at, arrived })
  }
  print('the demo is filled')
}

/** Where an interrupted run continues, or else where the first store begins. */
function startOf(stores: readonly Living[], end: Date): number {
  const lived = stores.filter(({ reached }, index) => reached > beginOf(index, end).getTime())
  const reached = (lived.length === 0 ? stores : lived).map((each) => each.reached)
  return lived.length === 0 ? Math.min(...reached) : Math.max(...reached)
}

const beginOf = (index: number, end: Date): Date =>
  new Date(end.getTime() - (lifeStores[index]?.days ?? 0) * DAY_MS)

type Staff = (role: LenderRole, at: number) => Principal | undefined

/** A person of the demo who existed at a moment. */
async function staffOf({ database }: WholeService, writing: RealWriting): Promise<Staff> {
  const people = new Map<LenderRole, Person>()
  for (const role of lenderRoles) {
    people.set(role, await demoPerson(database, writing, { role }))
  }
  return (role, at) => {
    const person = people.get(role)
    if (person === undefined || person.createdAt.getTime() > at) return undefined
    return { kind: 'lender_person', id: person.id, name: person.name }
  }
}
