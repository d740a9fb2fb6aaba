/** The dashboard for Grafana: the most important panels come first. */

type Panel = {
  readonly title: string
  readonly unit: 'reqps' | 's' | 'short' | 'percentunit' | 'bytes'
  /** PromQL by the name of its line. */
  readonly lines: Readonly<Record<string, string>>
}

const RANGE = '$__rate_interval'
const rate = (series: string) => `rate(${series}[${RANGE}])`
const requests = (labels: string) => rate(`svc_http_requests_total${labels}`)
const quantile = (q: number, by: string, series: string) =>
  `histogram_quantile(${q}, sum by (le${by}) (${rate(`${series}_bucket`)}))`
const TIMES = 'svc_http_request_duration_seconds'

const rows: Readonly<Record<string, readonly Panel[]>> = {
  Requests: [
    {
      title: 'Requests by status',
      unit: 'reqps',
      lines: { '{{status}}': `sum by (status) (${requests('')})` },
    },
    {
      title: 'Requests that fail',
      unit: 'percentunit',
      lines: { failing: `sum(${requests('{status=~"5.."}')}) / sum(${requests('')})` },
    },
    {
      title: 'Time of an answer',
      unit: 's',
      lines: { 'half of them': quantile(0.5, '', TIMES), '99 in 100': quantile(0.99, '', TIMES) },
    },
    {
      title: 'Slowest routes, 99 in 100',
      unit: 's',
      lines: { '{{method}} {{route}}': `topk(5, ${quantile(0.99, ', method, route', TIMES)})` },
    },
  ],
  'Work that waits': [
    {
      title: 'Due and not done',
      unit: 'short',
      lines: { '{{lane}}': 'max by (lane) (svc_lane_due)' },
    },
    {
      title: 'For how long',
      unit: 's',
      lines: { '{{lane}}': 'max by (lane) (svc_lane_oldest_due_seconds)' },
    },
    {
      title: 'Messages to stores',
      unit: 'reqps',
      lines: {
        '{{lane}} {{result}}': `sum by (lane, result) (${rate('svc_message_attempts_total')})`,
      },
    },
    {
      title: 'Payments without an outcome',
      unit: 'short',
      lines: { '{{kind}}': 'max by (kind) (svc_payments_open)' },
    },
  ],
  Business: [
    {
      title: 'Events, live',
      unit: 'reqps',
      lines: { '{{type}}': `sum by (type) (${rate('svc_events_total{mode="live"}')})` },
    },
    {
      title: 'Events, sandbox',
      unit: 'reqps',
      lines: { '{{type}}': `sum by (type) (${rate('svc_events_total{mode="sandbox"}')})` },
    },
  ],
  Processes: [
    {
      title: 'In order (1) or not (0)',
      unit: 'short',
      lines: { '{{instance}} ready': 'svc_ready', '{{instance}} {{part}}': 'svc_health' },
    },
    {
      title: 'Connections to the database',
      unit: 'short',
      lines: { '{{instance}} {{state}}': 'svc_database_connections' },
    },
    {
      title: 'Processor',
      unit: 'percentunit',
      lines: { '{{instance}}': rate('process_cpu_seconds_total{job="svc"}') },
    },
    {
      title: 'Delay of the event loop, 99 in 100',
      unit: 's',
      lines: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="svc"}' },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      lines: { '{{instance}}': 'process_resident_memory_bytes{job="svc"}' },
    },
    {
      title: 'Errors and warnings in the log',
      unit: 'reqps',
      lines: { '{{level}}': `sum by (level) (${rate('svc_log_lines_total')})` },
    },
  ],
}

const WIDTH = 12
const HEIGHT = 8
const SOURCE = { type: 'prometheus', uid: '$source' }

function panelOf({ title, unit, lines }: Panel, at: { x: number; y: number; id: number }) {
  const { x, y, id } = at
  return {
    ...{ id, type: 'timeseries', title, datasource: SOURCE },
    gridPos: { x, y, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom', showLegend: true } },
    targets: Object.entries(lines).map(([legendFormat, expr], index) => {
      const refId = String.fromCharCode('A'.charCodeAt(0) + index)
      return { refId, datasource: SOURCE, expr, legendFormat, range: true }
    }),
  }
}

/** `deploy/grafana/svc.json`, to be imported; it asks for the data source. */
export function dashboardText(): string {
  const panels: object[] = []
  let y = 0
  for (const [title, ofRow] of Object.entries(rows)) {
    const id = panels.length + 1
    panels.push({ id, type: 'row', title, collapsed: false, panels: [], gridPos: rowAt(y) })
    y++
    for (const [index, panel] of ofRow.entries()) {
      const at = { x: (index % 2) * WIDTH, y: y + Math.floor(index / 2) * HEIGHT }
      panels.push(panelOf(panel, { ...at, id: panels.length + 1 }))
    }
    y += Math.ceil(ofRow.length / 2) * HEIGHT
  }
  const source = { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }
  const dashboard = {
    ...{ uid: 'svc', title: 'Store financing', schemaVersion: 39, version: 1, editable: true },
    ...{ tags: ['svc'], timezone: 'browser', refresh: '30s', time: { from: 'now-6h', to: 'now' } },
    templating: { list: [{ ...source, current: {}, hide: 0, refresh: 1, regex: '' }] },
    annotations: { list: [] },
    panels,
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

const rowAt = (y: number) => ({ x: 0, y, w: 2 * WIDTH, h: 1 })
