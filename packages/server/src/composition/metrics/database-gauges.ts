import { countOpenPayments } from '../../kernel/payments/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Worker } from '../../platform/work/worker.ts'

const SAMPLE_MS = 15_000
/** While the service starts. */
const START_MS = 500

type Sampling = {
  readonly database: Reader
  readonly metrics: Pick<Metrics, 'set' | 'forget'>
  readonly clock: Clock
  /** None before the service has opened its database. */
  readonly worker: () => Pick<Worker, 'backlogs'> | undefined
  readonly log: { error(details: object, message: string): void }
}

/** Figures that only the database knows. */
export async function setDatabaseGauges(
  { database, metrics, clock }: Pick<Sampling, 'database' | 'metrics' | 'clock'>,
  worker: Pick<Worker, 'backlogs'>,
): Promise<void> {
  for (const { name: lane, due, oldestAt } of await worker.backlogs()) {
    const now = clock.now().getTime()
    const seconds = oldestAt === null ? 0 : Math.max(0, now - oldestAt.getTime()) / 1_000
    metrics.set('laneDue', { lane }, due)
    metrics.set('laneOldest', { lane }, seconds)
  }
  for (const { kind, count } of await countOpenPayments(database))
    metrics.set('paymentsOpen', { kind }, count)
}

/** Looks every 15 s, however often the figures are read. */
export function startSampling(sampling: Sampling): { stop(): void } {
  const { metrics, log } = sampling
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const sample = async (): Promise<void> => {
    const worker = sampling.worker()
    if (worker !== undefined) {
      await setDatabaseGauges(sampling, worker).catch((error: unknown) => {
        for (const name of ['laneDue', 'laneOldest', 'paymentsOpen'] as const) metrics.forget(name)
        log.error(errorDetails(error), 'the database metrics could not be read')
      })
    }
    if (!stopped) timer = setTimeout(() => void sample(), worker ? SAMPLE_MS : START_MS)
  }
  void sample()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
