import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTracer } from './tracer.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const spans = { add: () => {} }

test('a caller that brings a trace decides whether it is recorded', () => {
  const { begin } = createTracer({ spans, share: 0, fraction: () => 0 })
  const sampled = begin(`00-${TRACE}-${PARENT}-01`)
  assert.deepEqual([sampled?.traceId, sampled?.parentId], [TRACE, PARENT])
  assert.match(sampled?.spanId ?? '', /^[0-9a-f]{16}$/)
  assert.equal(sampled?.record, spans.add)
  const other = begin(`00-${TRACE}-${PARENT}-00`)
  assert.deepEqual([other?.isSampled, other?.record], [false, undefined])
})

test('begins a trace for the configured share of the others', () => {
  let next = 0
  const { begin } = createTracer({ spans, share: 0.25, fraction: () => next })
  next = 0.249
  const own = begin(undefined)
  assert.match(own?.traceId ?? '', /^[0-9a-f]{32}$/)
  assert.deepEqual([own?.parentId, own?.isSampled, own?.record], [undefined, true, spans.add])
  next = 0.25
  assert.equal(begin('broken'), undefined)
})

test('without a collector a trace is passed on, and none begins', () => {
  const { begin } = createTracer({ spans: undefined, share: 1, fraction: () => 0 })
  assert.equal(begin(undefined), undefined)
  const given = begin(`00-${TRACE}-${PARENT}-01`)
  assert.deepEqual([given?.isSampled, given?.record], [true, undefined])
})
