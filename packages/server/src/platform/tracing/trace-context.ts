/**
 * W3C Trace Context, Recommendation of 23 November 2021: the trace of a request, which is passed
 * along with everything done for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { About } from '../error-details.ts'

/** The header that a caller sends. */
type Traceparent = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The caller's span: 16 hexadecimal digits. */
  readonly parentId: string
  readonly isSampled: boolean
}

/** A span of ours. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  /** Undefined: the trace begins with it. */
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: 'server' | 'client'
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly startedAt: number
  readonly ms: number
  readonly isFault: boolean
  readonly attributes: About
}

/** The span of a request, to which everything done for it belongs. */
export type Trace = Omit<Traceparent, 'parentId'> &
  Pick<Span, 'spanId' | 'parentId'> & {
    /** Undefined: nothing is recorded. */
    readonly record: ((span: Span) => void) | undefined
  }

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const UNKNOWN_VERSION = 'ff'
const NOTHING = /^0+$/
const SAMPLED = 1

/** A later version may append further parts (§3.2); undefined: none, or invalid. */
export function readTraceparent(header: unknown): Traceparent | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || version === UNKNOWN_VERSION) return undefined
  if (version === '00' && more !== undefined) return undefined
  if (NOTHING.test(traceId) || NOTHING.test(parentId)) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export const newSpanId = (): string => randomBytes(8).toString('hex')
export const newTraceId = (): string => randomBytes(16).toString('hex')
/** Milliseconds since the Unix epoch, with fractions. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

const traces = new AsyncLocalStorage<Trace>()

/** Everything that the work causes belongs to the trace. */
export function inTrace<T>(trace: Trace | undefined, work: () => T): T {
  return trace === undefined ? work() : traces.run(trace, work)
}

/** A call to another system, for the current work. */
type Call = {
  /** Headers that make the call a span of the trace. */
  readonly headers: Readonly<Record<string, string>>
  end(outcome: Pick<Span, 'name' | 'isFault' | 'attributes'>): void
}

const NO_CALL: Call = { headers: {}, end() {} }

export function beginCall(): Call {
  const trace = traces.getStore()
  if (trace === undefined) return NO_CALL
  const { traceId, spanId: parentId, isSampled, record } = trace
  const spanId = newSpanId()
  const startedAt = preciseNow()
  return {
    headers: { traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}` },
    end(outcome) {
      const ms = preciseNow() - startedAt
      record?.({ traceId, spanId, parentId, kind: 'client', startedAt, ms, ...outcome })
    },
  }
}
