/**
 * The one list of metrics: what the service counts and shows to Prometheus. The page
 * docs/reference/metrics.md is made from it. Labels take few values, each from a list of ours:
 * never a name, an id or anything else that a caller chooses. Durations are in seconds, as
 * Prometheus has it.
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
    help: 'Requests by route template and status; aborted where the caller left before the answer',
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
    help: 'Requests that are being answered',
  },
  logLines: {
    name: 'svc_log_lines_total',
    kind: 'counter',
    labels: ['level'],
    help: 'Lines that the log has written at the levels warn and error',
  },
  spansDropped: {
    name: 'svc_trace_spans_dropped_total',
    kind: 'counter',
    labels: [],
    help: 'Spans that no collector has taken: it was away, or there were too many',
  },
  events: {
    name: 'svc_events_total',
    kind: 'counter',
    labels: ['type', 'mode'],
    help: 'Events of stores that this process gave their places: what the business does',
  },
  attempts: {
    name: 'svc_message_attempts_total',
    kind: 'counter',
    labels: ['lane', 'result'],
    help: 'Attempts to reach a store by this lane: success, error_status or no_answer',
  },
  attemptSeconds: {
    name: 'svc_message_attempt_duration_seconds',
    kind: 'histogram',
    labels: ['lane'],
    help: 'How long such an attempt takes',
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
    help: '1 while every round of this lane of background work fails',
  },
  requestsNotKept: {
    name: 'svc_requests_not_kept_total',
    kind: 'counter',
    labels: [],
    help: 'Requests that the log of requests has no room for, or could not be written to it',
  },
  laneFailures: {
    name: 'svc_lane_failures_total',
    kind: 'counter',
    labels: ['lane'],
    help: 'Rounds of a lane that failed',
  },
  laneSuccess: {
    name: 'svc_lane_last_success_timestamp_seconds',
    kind: 'gauge',
    labels: ['lane'],
    help: 'When a round of this lane last ended without an error, in this process',
  },
  connections: {
    name: 'svc_database_connections',
    kind: 'gauge',
    labels: ['state'],
    help: 'Of the connections to the database: max, in_use, and callers waiting for one',
  },
  laneDue: {
    name: 'svc_lane_due',
    kind: 'gauge',
    labels: ['lane'],
    help: 'Work of this lane that is due and not done, up to 10,000; the same in every process',
  },
  laneOldest: {
    name: 'svc_lane_oldest_due_seconds',
    kind: 'gauge',
    labels: ['lane'],
    help: 'For how long the oldest of it has been due; 0 where nothing is',
  },
  paymentsOpen: {
    name: 'svc_payments_open',
    kind: 'gauge',
    labels: ['kind'],
    help: 'Payments whose outcome nobody knows yet, up to 10,000',
  },
} as const satisfies Readonly<Record<string, Definition>>

export type MetricTable = typeof metricTable
export type MetricName = keyof MetricTable
