import type { Exposition } from '../../platform/metrics/metrics.ts'
import type { Worker } from '../../platform/work/worker.ts'
import type { WholeService } from '../service/whole-service.ts'
import { startSampling } from './database-gauges.ts'
import { setMemoryGauges } from './memory-gauges.ts'
import { serveMetrics } from './metrics-server.ts'

type OpenMetrics = { readonly port: number; close(): Promise<void> }

type Shown = {
  readonly at: { readonly host: string; readonly port: number }
  readonly exposition: Exposition
  /** None before the service has opened its database. */
  readonly worker: () => Worker | undefined
}

/** Shows the figures of the service, from before its database is open to its very end. */
export async function openMetrics(
  service: WholeService,
  { at, exposition, worker }: Shown,
): Promise<OpenMetrics> {
  const { database, metrics, clocks, log, readiness, traffic } = service
  const refresh = () => {
    const usage = worker() === undefined ? undefined : database.usage()
    const requestsInFlight = traffic.inFlight()
    setMemoryGauges(metrics, { report: readiness.report(), usage, requestsInFlight })
  }
  const server = await serveMetrics({ ...at, exposition, refresh, log })
  const sampling = startSampling({ database, metrics, clock: clocks.real, worker, log })
  return {
    port: server.port,
    async close() {
      sampling.stop()
      await server.close()
    },
  }
}
