/** The components of a drill: the server, its present service process, its stores. */
import { join } from 'node:path'
import { createService, type ServiceProcess } from '../torture/process.ts'
import type { Shop } from '../torture/shop.ts'
import type { Tally } from '../torture/tally.ts'
import type { Trade } from '../torture/trade.ts'
import type { ArchivedServer } from './archived-server.ts'
import type { Creation } from './creations.ts'

export type RunOptions = {
  /** Of load, between two events. */
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  readonly tally: Tally
  readonly say: (line: string) => void
}

export type Drill = RunOptions & {
  readonly server: ArchivedServer
  readonly shop: Shop
  readonly folder: string
  readonly service: Services
  readonly trades: { readonly trade: Trade; readonly creations: readonly Creation[] }[]
}

type Services = {
  /** On that database. */
  start(databaseUrl: string): Promise<void>
  stop(): Promise<void>
  kill(): void
  place: ServiceProcess['place']
}

export function createServices(folder: string, tally: Tally): Services {
  let [service, made]: [ServiceProcess | undefined, number] = [undefined, 0]
  const kill = () => void service?.kill()
  process.once('exit', kill)
  return {
    kill,
    place: () => service?.place(),
    async start(databaseUrl) {
      service = createService({ folder: join(folder, `service-${++made}`), databaseUrl })
      await service.start()
    },
    async stop() {
      if ((await service?.stop()) === false) tally.fault('the service did not end within 20 s')
    },
  }
}
