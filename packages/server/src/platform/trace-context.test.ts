import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import { inTrace, readTraceparent, traceHeaders } from './trace-context.ts'

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

test('what is sent for a request goes on with its trace, as another step', async () => {
  const send = async () => {
    await later()
    return readTraceparent(traceHeaders().traceparent)
  }
  for (const flags of ['00', '01']) {
    const trace = readTraceparent(`00-${TRACE}-${PARENT}-${flags}`)
    const sent = await inTrace(trace, send)
    assert.deepEqual({ ...sent, parentId: PARENT }, trace)
    assert.notEqual(sent?.parentId, PARENT)
  }
  assert.deepEqual(inTrace(undefined, traceHeaders), {})
  assert.deepEqual(traceHeaders(), {})
})
