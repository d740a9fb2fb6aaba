import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Usage } from '../../platform/turns/turns.ts'
import type { ReadinessReport } from '../readiness/readiness.ts'

type Known = {
  readonly report: ReadinessReport
  readonly usage: Usage | undefined
  readonly requestsInFlight: number
}

/** Current values that the process knows by itself. */
export function setMemoryGauges(
  metrics: Pick<Metrics, 'set'>,
  { report, usage, requestsInFlight }: Known,
): void {
  const flag = (is: boolean) => (is ? 1 : 0)
  metrics.set('requestsInFlight', {}, requestsInFlight)
  metrics.set('ready', {}, flag(report.unready === undefined))
  const { health, hasUndeclaredProxy, workers } = report
  const parts = { ...health, proxies: hasUndeclaredProxy ? 'undeclared' : 'ok' }
  if (workers !== undefined) metrics.set('health', { part: 'workers' }, flag(workers !== 'none'))
  for (const [part, state] of Object.entries(parts))
    metrics.set('health', { part }, flag(state === 'ok'))
  for (const { name: lane, succeededAt, failing } of report.lanes) {
    metrics.set('laneFailing', { lane }, flag(failing !== undefined))
    if (succeededAt !== undefined)
      metrics.set('laneSuccess', { lane }, succeededAt.getTime() / 1_000)
  }
  if (usage === undefined) return
  metrics.set('connections', { state: 'max' }, usage.max)
  metrics.set('connections', { state: 'in_use' }, usage.inUse)
  metrics.set('connections', { state: 'waiting' }, usage.waiting)
}
