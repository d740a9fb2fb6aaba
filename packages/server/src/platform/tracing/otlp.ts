/**
 * Sends spans to a collector, as OTLP over HTTP in JSON (OpenTelemetry Protocol 1.x, `POST
 * /v1/traces`). They are sent in the background, some seconds late. Spans that a collector does not
 * accept are dropped: a trace is worth less than the memory of the service.
 */
import { errorDetails } from '../error-details.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Span } from './trace-context.ts'

export type SpanExport = {
  add(span: Span): void
  /** Sends the remaining spans. */
  close(): Promise<void>
}

type ExportOptions = {
  readonly url: string
  /** The name of the service in the collector. */
  readonly name: string
  readonly instance: string
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: { warn(details: object, message: string): void }
}

const SENT_TOGETHER_MAX = 512
const WAITING_MAX = 4_096
const EVERY_MS = 2_000
const ANSWER_MS_MAX = 10_000
const KINDS = { server: 2, client: 3 } as const
const STATUS_ERROR = 2

export function exportSpans({ url, name, instance, metrics, log }: ExportOptions): SpanExport {
  let waiting: Span[] = []
  let next: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let isFailing = false
  const resource = attributesOf({ 'service.name': name, 'service.instance.id': instance })

  async function send(spans: readonly Span[]): Promise<void> {
    const scopeSpans = [{ scope: { name }, spans: spans.map(spanView) }]
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [{ resource: { attributes: resource }, scopeSpans }],
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answers ${answer.status}`)
      isFailing = false
    } catch (error) {
      drop(spans.length)
      if (!isFailing) log.warn(errorDetails(error), 'traces are lost')
      isFailing = true
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, SENT_TOGETHER_MAX)
      waiting = waiting.slice(SENT_TOGETHER_MAX)
      await send(spans)
    }
  }

  function begin(): Promise<void> {
    clearTimeout(next)
    next = undefined
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  function drop(count: number): void {
    metrics.count('spansDropped', {}, count)
  }

  return {
    add(span) {
      if (waiting.length >= WAITING_MAX) return drop(1)
      waiting.push(span)
      if (waiting.length >= SENT_TOGETHER_MAX) void begin()
      else next ??= setTimeout(begin, EVERY_MS).unref()
    },
    async close() {
      await begin()
    },
  }
}

function spanView(span: Span): object {
  const { traceId, spanId, parentId, name, kind, startedAt, ms, isFault, attributes } = span
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + ms),
    attributes: attributesOf(attributes),
    ...(isFault ? { status: { code: STATUS_ERROR } } : {}),
  }
}

/** As a text, which keeps all digits; a number could only hold whole microseconds. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`

/** 64-bit numbers are texts in the JSON of Protocol Buffers. */
function attributesOf(attributes: Span['attributes']): object[] {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value }
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) }
}
