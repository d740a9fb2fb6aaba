/**
 * W3C Trace Context, Recommendation of 23 November 2021: the trace that a request belongs to, which
 * goes along with what is done for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Trace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** Of the caller's step: 16 hexadecimal digits. */
  readonly parentId: string
  readonly isSampled: boolean
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const UNKNOWN_VERSION = 'ff'
const NOTHING = /^0+$/
const SAMPLED = 1

/** A later version may add parts behind those that are known (§3.2); undefined: none, or broken. */
export function readTraceparent(header: unknown): Trace | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || version === UNKNOWN_VERSION) return undefined
  if (version === '00' && more !== undefined) return undefined
  if (NOTHING.test(traceId) || NOTHING.test(parentId)) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

const traces = new AsyncLocalStorage<Trace>()

/** Everything that follows from the work belongs to the trace. */
export function inTrace<T>(trace: Trace | undefined, work: () => T): T {
  return trace === undefined ? work() : traces.run(trace, work)
}

/** What is sent to others says which trace it belongs to, as a step of its own. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const trace = traces.getStore()
  if (trace === undefined) return {}
  const step = randomBytes(8).toString('hex')
  return { traceparent: `00-${trace.traceId}-${step}-${trace.isSampled ? '01' : '00'}` }
}
