/**
 * The list of all metrics for Prometheus. docs/reference/metrics.md is generated from it. Labels
 * have few values, each from a list of ours: never a name, an id or anything else that a caller
 * chooses. Durations are in seconds, as Prometheus recommends.
 */

type Definition = {
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
  readonly buckets?: readonly number[]
}

export const metricTable = {
  requests: {
    name: 'svc_http_requests_total',
    kind: 'counter',
    labels: ['method', 'route', 'status'],
    help:
      'Requests by route template and status; aborted if the caller ' +
      'disconnected before the answer',
  },
  requestSeconds: {
    name: 'svc_http_request_duration_seconds',
    kind: 'histogram',
    labels: ['method', 'route'],
    help: 'Time from a request to the end of its answer',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  requestsInFlight: {
    name: 'svc_http_requests_in_flight',
    kind: 'gauge',
    labels: [],
    help: 'Requests in progress',
  },
  logLines: {
    name: 'svc_log_lines_total',
    kind: 'counter',
    labels: ['level'],
    help: 'Log lines at the levels warn and error',
  },
  spansDropped: {
    name: 'svc_trace_spans_dropped_total',
    kind: 'counter',
    labels: [],
    help: 'Spans dropped because the collector was unreachable or there were too many',
  },
  events: {
    name: 'svc_events_total',
    kind: 'counter',
    labels: ['type', 'mode'],
    help: 'Events of stores that this process has published to the stream',
  },
  attempts: {
    name: 'svc_message_attempts_total',
    kind: 'counter',
    labels: ['lane', 'result'],
    help: 'Attempts of this job to reach a store: success, error_status or no_answer',
  },
  attemptSeconds: {
    name: 'svc_message_attempt_duration_seconds',
    kind: 'histogram',
    labels: ['lane'],
    help: 'Duration of such an attempt',
    buckets: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  },
  ready: {
    name: 'svc_ready',
    kind: 'gauge',
    labels: [],
    help: '1 while /readyz answers 200',
  },
  health: {
    name: 'svc_health',
    kind: 'gauge',
    labels: ['part'],
    help: '1 while this part of /readyz is ok: database, write, schema, clock, proxies, workers',
  },
  laneFailing: {
    name: 'svc_lane_failing',
    kind: 'gauge',
    labels: ['lane'],
    help: '1 while every run of this background job fails',
  },
  requestsNotKept: {
    name: 'svc_requests_not_kept_total',
    kind: 'counter',
    labels: [],
    help: 'Requests that could not be written to the request log',
  },
  laneFailures: {
    name: 'svc_lane_failures_total',
    kind: 'counter',
    labels: ['lane'],
    help: 'Failed runs of a background job',
  },
  laneSuccess: {
    name: 'svc_lane_last_success_timestamp_seconds',
    kind: 'gauge',
    labels: ['lane'],
    help: 'When a run of this job last succeeded, in this process',
  },
  connections: {
    name: 'svc_database_connections',
    kind: 'gauge',
    labels: ['state'],
    help: 'Database connections: max, in_use, and callers waiting for one',
  },
  laneDue: {
    name: 'svc_lane_due',
    kind: 'gauge',
    labels: ['lane'],
    help: 'Items of this job that are due, up to 10,000; the same in every process',
  },
  laneOldest: {
    name: 'svc_lane_oldest_due_seconds',
    kind: 'gauge',
    labels: ['lane'],
    help: 'How long the oldest item has been due; 0 if none is',
  },
  paymentsOpen: {
    name: 'svc_payments_open',
    kind: 'gauge',
    labels: ['kind'],
    help: 'Payments with unknown result, up to 10,000',
  },
} as const satisfies Readonly<Record<string, Definition>>

export type MetricTable = typeof metricTable
export type MetricName = keyof MetricTable
