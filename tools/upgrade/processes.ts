/** The processes behind the balancer, each of one version. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Place } from '../torture/caller.ts'
import { createService, type ServiceProcess } from '../torture/process.ts'
import type { Tally } from '../torture/tally.ts'
import type { Balancer } from './balancer.ts'

const PLACES = [0, 1]
/** Longer than the balancer takes to notice. */
const DRAIN_SECONDS = '2'
const READY_MS_MAX = 120_000

export type Processes = {
  /** One after the other by one of that version; undefined: of this one. */
  replaceAll(tree?: string): Promise<void>
  /** As a client sees them. */
  together(): Pick<ServiceProcess, 'place'>
  baseUrls(): readonly string[]
  stopAll(): Promise<void>
  kill(): Promise<void>
}

type ProcessesOptions = {
  readonly balancer: Balancer
  readonly folder: string
  readonly databaseUrl: string
  readonly tally: Tally
}

export function createProcesses(options: ProcessesOptions): Processes {
  const { balancer, folder, databaseUrl, tally } = options
  const running = new Map<number, ServiceProcess>()
  let keys: Place['keys'] = []
  let made = 0

  async function stop(place: number): Promise<void> {
    const service = running.get(place)
    running.delete(place)
    if (service !== undefined && !(await service.stop()))
      tally.fault(`a process did not end within 20 s: ${service.log().slice(-2_000)}`)
  }

  async function start(place: number, tree: string | undefined): Promise<void> {
    const of = { databaseUrl, environment: { DRAIN_SECONDS }, ...(tree && { tree }) }
    const service = createService({ folder: join(folder, String(++made)), ...of })
    running.set(place, service)
    await service.start()
    const at = service.place()
    if (at === undefined) throw new Error('a process has no address')
    keys = at.keys
    balancer.point(place, at.baseUrl)
    const late = pause(READY_MS_MAX, 'late', { ref: false })
    if ((await Promise.race([balancer.ready(place), late])) === 'late')
      throw new Error(`a process is never ready: ${service.log().slice(-2_000)}`)
  }

  const kill = async () => {
    await Promise.all([...running.values()].map((service) => service.kill()))
  }
  // Signals are sent before anything is waited for.
  process.once('exit', () => void kill())
  return {
    kill,
    together: () => ({ place: () => ({ baseUrl: balancer.url, keys }) }),
    baseUrls: () => [...running.values()].flatMap((each) => each.place()?.baseUrl ?? []),
    async replaceAll(tree) {
      for (const place of PLACES) {
        await stop(place)
        await start(place, tree)
      }
    },
    async stopAll() {
      for (const place of PLACES) await stop(place)
    },
  }
}
