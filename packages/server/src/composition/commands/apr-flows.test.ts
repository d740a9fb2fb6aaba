import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf, textOf } from '../../model/financing/fractions.ts'
import { parseJson } from '../../platform/http/json.ts'
import { readFlows } from './apr-flows.ts'
import { type AprAnswer, INPUT_MAX, proveRate } from './apr-proof.ts'

const prove = (text: string): AprAnswer => proveRate(Buffer.from(text))

function faultsOf(text: string): readonly string[] {
  const answer = prove(text)
  assert.ok('faults' in answer, JSON.stringify(answer))
  return answer.faults
}

function shown(text: string): string[] {
  const read = readFlows(parseJson(Buffer.from(text)))
  assert.ok('flows' in read)
  return read.flows.out.map(({ time, amount }) => `${textOf(time)}: ${decimalOf(amount)}`)
}

test('an entry is a flow, a series of one amount, or a series of a list of them', () => {
  const entries = `[["1/12+3/365", 1432.86], ["1/12", "1/12", 3, 0.10],
    ["0", "-1/2", "list", [1, "2.50", 1e3]], [0.25, 7], ["1", "0", "2", "-8"]]`
  assert.deepEqual(shown(`{"in": [["0", 1]], "out": ${entries}}`), [
    '401/4380: 1432.86',
    '1/12: 0.1',
    '1/6: 0.1',
    '1/4: 0.1',
    '0: 1',
    '-1/2: 2.5',
    '-1: 1000',
    '1/4: 7',
    '1: -8',
    '1: -8',
  ])
})

test('numbers keep the digits in which they were written', () => {
  const long = '123456789012345678.123456789012345678'
  assert.deepEqual(shown(`{"in": [[0, 1]], "out": [[1, ${long}], [1, "${long}"]]}`), [
    `1: ${long}`,
    `1: ${long}`,
  ])
})

const bad: readonly (readonly [entry: string, fault: RegExp])[] = [
  ['1', /^out\[0\]: must be \[time, amount\], \[first time, step, count, amount\] or/],
  ['null', /must be \[time, amount\]/],
  ['{"0": "1"}', /must be \[time, amount\]/],
  ['[]', /must be \[time, amount\]/],
  ['["0", 1, 2]', /must be \[time, amount\]/],
  ['["0", "1", 1, 1, 1]', /must be \[time, amount\]/],
  ['["x", 1]', /time must be a sum of fractions such as "1\/12\+3\/365", not "x"$/],
  ['["1/0", 1]', /time must be .* not "1\/0"$/],
  ['[null, 1]', /time must be a sum of fractions such as "1\/12\+3\/365"$/],
  ['[["0"], 1]', /time must be/],
  ['["1001", 1]', /time is more than 1000 years away/],
  ['["-1001", 1]', /time is more than 1000 years away/],
  ['["0", "1,50"]', /amount must be a decimal such as 1432\.86, with at most 30 .* not "1,50"$/],
  ['["0", "1/2"]', /amount must be a decimal/],
  ['["0", ""]', /amount must be a decimal/],
  ['["0", null]', /amount must be a decimal/],
  ['["0", true]', /amount must be a decimal/],
  ['["0", [1]]', /amount must be a decimal/],
  ['["0", 1e31]', /amount must be a decimal/],
  ['["0", 1e-31]', /amount must be a decimal/],
  [`["0", "${'1'.repeat(300)}"]`, /amount must be a decimal/],
  ['["0", "1", 0, 1]', /count must be a whole number from 1 to 100000, or "list"/],
  ['["0", "1", -1, 1]', /count must be/],
  ['["0", "1", 1.5, 1]', /count must be/],
  ['["0", "1", 100001, 1]', /count must be/],
  ['["0", "1", null, 1]', /count must be/],
  ['["0", "1", "lists", 1]', /count must be/],
  ['["0", "x", 1, 1]', /step must be a sum of fractions/],
  ['["0", "10", 102, 1]', /last time is more than 1000 years away/],
  ['["0", "1", "list", 1]', /after "list" there must be a list of at least one amount/],
  ['["0", "1", "list", []]', /after "list" there must be/],
  ['["0", "1", "list", [1, "x"]]', /amount 2 must be a decimal/],
]
for (const [entry, fault] of bad) {
  test(`${entry.slice(0, 40)} is refused and named`, () => {
    const faults = faultsOf(`{"in": [["0", 1]], "out": [${entry}]}`)
    assert.equal(faults.length, 1)
    assert.match(faults[0] ?? '', fault)
  })
}

test('all faults are reported together, a great many in short', () => {
  const faults = faultsOf('{"in": [["x", "y"], ["0", 1], 3], "out": [["a", "b", "c", "d"]]}')
  assert.deepEqual(
    faults.map((fault) => fault.slice(0, 12)),
    [
      'in[0]: time ',
      'in[0]: amoun',
      'in[2]: must ',
      'out[0]: firs',
      'out[0]: step',
      'out[0]: coun',
      'out[0]: amou',
    ],
  )
  const many = faultsOf(`{"in": [${Array(500).fill('7').join()}], "out": [["0", 1]]}`)
  assert.equal(many.length, 51)
  assert.equal(many.at(-1), 'and 450 more')
})

test('a missing or empty side is named, and so is unreadable input', () => {
  assert.deepEqual(faultsOf('{"in": [], "outs": [["0", 1]]}'), [
    '"in" must be a list with at least one entry',
    '"out" must be a list with at least one entry',
  ])
  for (const text of ['[]', 'null', '1', '"in"']) assert.match(faultsOf(text)[0] ?? '', /an object/)
  for (const text of ['', ' ', '{', '{"in": 01}', '{"in": [], "in": []}', '{"in": [.5]}']) {
    assert.match(faultsOf(text)[0] ?? '', /^the flows cannot be read: /)
  }
  const [fault] = ((answer) => ('faults' in answer ? answer.faults : []))(
    proveRate(Buffer.from([0xff, 0x31])),
  )
  assert.equal(fault, 'the flows cannot be read: the input is not valid UTF-8')
})

test('100,000 flows are read, and no more', () => {
  const list = Array(99_999).fill('1').join()
  const answer = prove(`{"in": [["0", 50000]], "out": [["1/12", "1/1200", "list", [${list}]]]}`)
  assert.ok('proof' in answer)
  assert.equal(answer.proof.flow_count, 100_000)
  assert.equal(answer.proof.flows.length, 1_000)
  const two = '["0", "1/1200", 50001, 1]'
  assert.deepEqual(faultsOf(`{"in": [${two}], "out": [${two}]}`), [
    'there are more than 100000 flows',
  ])
  const most = Array(1_000).fill('["0", "0", 100000, 1]').join()
  assert.deepEqual(faultsOf(`{"in": [${most}], "out": [${two}]}`), [
    'there are more than 100000 flows',
  ])
  const entries = Array(99_999).fill('["12345678/123456789", 12345678.12]').join()
  const text = `{"in": [["0", 50000]], "out": [${entries}]}`
  assert.ok(text.length < INPUT_MAX && 'proof' in prove(text))
})

test('the proof sums to its residual, and its flows are exact', () => {
  const answer = prove(
    '{"in": [["0", 1000]], "out": [["0.5", "1/2", 3, 400.50], ["14/365-1/12", 1]]}',
  )
  assert.ok('proof' in answer)
  const { apr, flows, residual } = answer.proof
  assert.deepEqual(
    flows.map(({ direction, time, amount }) => `${direction} ${time} ${amount}`),
    ['in 0 1000', 'out 1/2 400.5', 'out 1 400.5', 'out 3/2 400.5', 'out -197/4380 1'],
  )
  for (const { time, amount, present_value } of flows) {
    const [over = 0, under = 1] = time.split('/').map(Number)
    const worth = Number(amount) * (1 + apr / 100) ** -(over / under)
    assert.ok(Math.abs(worth - present_value) < 1e-9)
  }
  const signed = flows.map((flow) => (flow.direction === 'in' ? 1 : -1) * flow.present_value)
  assert.ok(Math.abs(signed.reduce((sum, each) => sum + each, 0) - residual) < 1e-9)
})
