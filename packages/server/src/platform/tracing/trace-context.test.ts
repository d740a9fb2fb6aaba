import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import { beginCall, inTrace, readTraceparent, type Span } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('a trace and the step of its caller', () => {
  const trace = { traceId: TRACE, parentId: PARENT, isSampled: true }
  assert.deepEqual(readTraceparent(`00-${TRACE}-${PARENT}-01`), trace)
  assert.deepEqual(readTraceparent(`00-${TRACE}-${PARENT}-00`), { ...trace, isSampled: false })
  assert.deepEqual(readTraceparent(`00-${TRACE}-${PARENT}-03`), trace)
  assert.deepEqual(readTraceparent(`cc-${TRACE}-${PARENT}-01-what-comes-later`), trace)
})

const broken: readonly unknown[] = [
  undefined,
  '',
  [`00-${TRACE}-${PARENT}-01`],
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `cc-${TRACE}-${PARENT}-01.more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-1`,
  `00-${TRACE.slice(1)}-${PARENT}-01`,
  ` 00-${TRACE}-${PARENT}-01`,
]
for (const header of broken) {
  test(`no trace: ${JSON.stringify(header)}`, () => {
    assert.equal(readTraceparent(header), undefined)
  })
}

/** The step of a request, and what is recorded of what it does. */
function traced(isSampled = true) {
  const spans: Span[] = []
  const record = (span: Span) => void spans.push(span)
  const step = { traceId: TRACE, spanId: 'a'.repeat(16), parentId: PARENT, isSampled }
  return { spans, trace: { ...step, record } }
}

test('a call made for a request continues its trace, as a separate span', async () => {
  for (const isSampled of [true, false]) {
    const { trace, spans } = traced(isSampled)
    const call = await inTrace(trace, async () => {
      await later()
      return beginCall()
    })
    const sent = readTraceparent(call.headers.traceparent)
    assert.deepEqual({ ...sent, parentId: '' }, { traceId: TRACE, parentId: '', isSampled })
    assert.ok(![PARENT, trace.spanId].includes(sent?.parentId ?? PARENT))
    call.end({ name: 'POST', isFault: true, attributes: { 'http.request.method': 'POST' } })
    const [span] = spans
    assert.deepEqual(
      [span?.traceId, span?.spanId, span?.parentId, span?.kind, span?.isFault],
      [TRACE, sent?.parentId, trace.spanId, 'client', true],
    )
    assert.ok((span?.ms ?? -1) >= 0)
  }
})

test('a call outside a request carries no trace', () => {
  for (const call of [beginCall(), inTrace(undefined, beginCall)]) {
    assert.deepEqual(call.headers, {})
    call.end({ name: 'POST', isFault: false, attributes: {} })
  }
})
