import { announceFailure } from '../lender/jobs/announce-failure.ts'
import { lastingFailures } from '../lender/jobs/rules.ts'
import { listSaid, report } from '../lender/jobs/store.ts'
import { errorDetails } from '../platform/error-details.ts'
import type { LaneReport, Worker } from '../platform/work/worker.ts'
import { serviceActing } from '../tenancy/actions/service-acting.ts'
import type { WholeService } from './service/whole-service.ts'

type LaneWatch = {
  /** Every lane is paused until its state is known. */
  isPaused(lane: string): boolean
  begin(worker: Pick<Worker, 'ring' | 'states'>): void
  /** Reports the latest work. */
  stop(): Promise<void>
}

type Watched = Pick<WholeService, 'database' | 'clocks' | 'ids' | 'log'>
const writing = ({ database, clocks: { real: clock }, ids }: Watched) => ({
  ...{ writer: database, clock, ids, acting: serviceActing('jobs', clock) },
})

const LOOK_MS = 500
const LOOKS_APART = 10

/**
 * People's orders for lanes, read twice a second by each process that works; and the work of its
 * lanes, reported every few seconds (decision 0146).
 */
export function createLaneWatch(service: Watched): LaneWatch {
  const { database, log } = service
  let paused: ReadonlySet<string> | undefined
  let ran: ReadonlyMap<string, number> | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let looks = 0
  let stopped = false
  let reported: ReadonlyMap<string, LaneReport> = new Map()
  let worker: Pick<Worker, 'ring' | 'states'> | undefined

  async function look(): Promise<void> {
    const said = await listSaid(database)
    const before = { paused, ran }
    paused = new Set(said.filter(({ isPaused }) => isPaused).map(({ name }) => name))
    ran = new Map(said.map(({ name, runAt }) => [name, runAt?.getTime() ?? 0]))
    const names = worker?.states().map(({ name }) => name) ?? []
    const rung = names.filter((name) => {
      const isNew = (ran?.get(name) ?? 0) !== (before.ran?.get(name) ?? 0)
      const goesOn = paused?.has(name) === false && before.paused?.has(name) !== false
      return goesOn || (before.ran !== undefined && isNew)
    })
    if (rung.length > 0) worker?.ring(new Set(rung))
  }

  /** The new part since the last report; after a failure it is reported again. */
  async function reportNews(): Promise<void> {
    const states = worker?.states() ?? []
    const news = states.filter((state) => state !== reported.get(state.name))
    if (news.length === 0) return
    await report(
      database,
      news.map((state) => ({ ...state, done: state.done - (reported.get(state.name)?.done ?? 0) })),
    )
    reported = new Map(states.map((state) => [state.name, state]))
    for (const failing of lastingFailures(news)) await announceFailure(writing(service), failing)
  }

  async function turn(): Promise<void> {
    try {
      await look()
      if (looks++ % LOOKS_APART === LOOKS_APART - 1) await reportNews()
    } catch (error) {
      // The last order applies; a missing database is logged by every lane.
      if (looks++ % LOOKS_APART === 0)
        log.error(errorDetails(error), 'the state of background jobs could not be read')
    }
  }

  function begin(): void {
    looking = turn().finally(() => {
      if (!stopped) timer = setTimeout(begin, LOOK_MS)
    })
  }

  return {
    isPaused: (lane) => paused === undefined || paused.has(lane),
    begin(begun) {
      worker = begun
      begin()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      await reportNews().catch(() => undefined)
    },
  }
}
