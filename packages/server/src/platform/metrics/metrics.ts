/** The service's metrics, for Prometheus; only this file imports prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type MetricName, type MetricTable, metricTable } from './metric-table.ts'

type NamesOf<Kind extends MetricTable[MetricName]['kind']> = {
  [N in MetricName]: MetricTable[N]['kind'] extends Kind ? N : never
}[MetricName]
type LabelsOf<N extends MetricName> = {
  readonly [L in MetricTable[N]['labels'][number]]: string
}

/** Counts, in memory: it takes a microsecond and never fails. */
export type Metrics = {
  count<N extends NamesOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void
  set<N extends NamesOf<'gauge'>>(name: N, labels: LabelsOf<N>, value: number): void
  observe<N extends NamesOf<'histogram'>>(name: N, labels: LabelsOf<N>, value: number): void
  /** Clears all values of a gauge: unknown values are not shown. */
  forget(name: NamesOf<'gauge'>): void
}

export type Exposition = {
  readonly contentType: string
  text(): Promise<string>
}

type ShownMetrics = Metrics & {
  /** Includes the metrics of the process and of Node.js itself, which are observed from then on. */
  expose(): Exposition
}

/** Gauges that are called totals; their kinds have names that Prometheus accepts. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

export function createMetrics(): ShownMetrics {
  const registry = new Registry()
  const counters = new Map<string, Counter>()
  const gauges = new Map<string, Gauge>()
  const histograms = new Map<string, Histogram>()
  for (const [key, definition] of Object.entries(metricTable)) {
    const { name, help, labels, kind } = definition
    const options = { name, help, labelNames: labels, registers: [registry] }
    if (kind === 'counter') counters.set(key, new Counter(options))
    else if (kind === 'gauge') gauges.set(key, new Gauge(options))
    else histograms.set(key, new Histogram({ ...options, buckets: [...definition.buckets] }))
  }
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    forget: (name) => gauges.get(name)?.reset(),
    expose() {
      collectDefaultMetrics({ register: registry })
      for (const name of MISNAMED) registry.removeSingleMetric(name)
      return { contentType: registry.contentType, text: () => registry.metrics() }
    },
  }
}
