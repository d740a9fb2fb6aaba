/** Which requests are traced, and where their spans are sent. */
import type { SpanExport } from './otlp.ts'
import { newSpanId, newTraceId, readTraceparent, type Trace } from './trace-context.ts'

export type Tracer = {
  /** The span of a request; undefined: it belongs to no trace. */
  begin(traceparent: unknown): Trace | undefined
}

type TracerOptions = {
  /** Undefined: traces are propagated, but nothing is exported. */
  readonly spans: Pick<SpanExport, 'add'> | undefined
  /** The share of requests without a trace that begin one: 0 to 1. */
  readonly share: number
  /** Uniform in [0, 1). */
  readonly fraction: () => number
}

/** A caller that sends a trace decides whether it is sampled. */
export function createTracer({ spans, share, fraction }: TracerOptions): Tracer {
  return {
    begin(traceparent) {
      const given = readTraceparent(traceparent)
      if (given !== undefined)
        return { ...given, spanId: newSpanId(), record: given.isSampled ? spans?.add : undefined }
      if (spans === undefined || fraction() >= share) return undefined
      const own = { traceId: newTraceId(), spanId: newSpanId(), parentId: undefined }
      return { ...own, isSampled: true, record: spans.add }
    },
  }
}
