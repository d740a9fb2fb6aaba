/** The results of requests: each is counted once, and has its line in the log. */
import type { ServerResponse } from 'node:http'
import type { About } from '../../platform/error-details.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { preciseNow, type Span, type Trace } from '../../platform/tracing/trace-context.ts'
import type { Log } from './log.ts'

export type Traffic = {
  /** For a request that reaches the routes; `about` is called when its answer has ended. */
  follow(response: ServerResponse, about: () => Followed): void
  /** For one that was answered directly, before the routes. */
  note(answered: Answered): void
  inFlight(): number
}

type Followed = {
  readonly method: string
  /** Its template; undefined: none of ours. */
  readonly route: string | undefined
  readonly trace: Trace | undefined
  /** Ids alone. */
  readonly details: About
  /** Keeps it for later. */
  readonly keep: (status: number | null, ms: number) => void
}

type Answered = {
  readonly method: string
  readonly route: string
  readonly status: number | 'aborted'
}

/** Paths without a route of ours. */
export const NO_ROUTE = 'none'
/** Called every few seconds, of no interest in the log. */
const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
const MESSAGE = 'request'

type TrafficOptions = {
  readonly metrics: Pick<Metrics, 'count' | 'observe'>
  readonly log: Pick<Log, 'debug' | 'info'>
  /** Milliseconds that only go forward. */
  readonly elapsedMs?: () => number
}

export function createTraffic({
  metrics,
  log,
  elapsedMs = () => performance.now(),
}: TrafficOptions): Traffic {
  let inFlight = 0

  /** The labels are listed: one that a metric does not have would be an error. */
  function count({ method, route, status }: Answered, ms: number): void {
    metrics.count('requests', { method, route, status: String(status) })
    metrics.observe('requestSeconds', { method, route }, ms / 1_000)
  }

  return {
    inFlight: () => inFlight,
    note(answered) {
      count(answered, 0)
      log.debug(answered, MESSAGE)
    },
    follow(response, about) {
      const began = elapsedMs()
      const startedAt = preciseNow()
      inFlight++
      response.once('close', () => {
        inFlight--
        const ms = elapsedMs() - began
        const { method, route = NO_ROUTE, trace, details, keep } = about()
        const status = statusOf(response)
        count({ method, route, status }, ms)
        keep(status === 'aborted' ? null : status, ms)
        trace?.record?.(spanOf({ method, route, status, trace, details }, { startedAt, ms }))
        const line = { ...details, status, ms: Math.round(ms * 10) / 10 }
        if (QUIET.has(route)) log.debug(line, MESSAGE)
        else log.info(line, MESSAGE)
      })
    },
  }
}

type Traced = Answered & { readonly trace: Trace; readonly details: About }

/** By the semantic conventions of OpenTelemetry for HTTP servers, and our ids beside them. */
function spanOf(
  { method, route, status, trace, details }: Traced,
  time: Pick<Span, 'startedAt' | 'ms'>,
): Span {
  const { traceId, spanId, parentId } = trace
  return {
    ...{ traceId, spanId, parentId, kind: 'server', name: `${method} ${route}`, ...time },
    isFault: status === 'aborted' || status >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status === 'aborted' ? undefined : status,
      'svc.request_id': details.request_id,
      'svc.key_id': details.key_id,
      'svc.store_id': details.store_id,
      'svc.order_id': details.order_id,
      'svc.sandbox': details.sandbox,
    },
  }
}

/** The status that the caller has seen. */
function statusOf({ headersSent, statusCode }: ServerResponse): number | 'aborted' {
  return headersSent ? statusCode : 'aborted'
}
