import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { addMonths, day } from '../calendar.ts'
import { type AnnualRate, annualPercentageRate, offerRate, roundHalfUp } from './apr.ts'
import { readFlows } from './apr-flows.ts'
import published from './apr-vectors.json' with { type: 'json' }

/** Percentage points. */
const CLOSE = 1e-4

function flowsOf(input: object) {
  const read = readFlows(input)
  assert.ok('flows' in read, 'faults' in read ? read.faults.join() : '')
  return read.flows
}

function found(input: object): AnnualRate {
  const answer = annualPercentageRate(flowsOf(input))
  assert.ok(!('refused' in answer), JSON.stringify(answer))
  return answer
}

for (const { name, source, apr, decimals, solved, ...flows } of published.vectors) {
  test(`${source}: ${name} is ${apr} %`, () => {
    const answer = found(flows)
    const places = decimals ?? 6
    assert.ok(Math.abs(answer.residual) < 1e-6)
    if (solved !== undefined) {
      assert.ok(Math.abs(answer.apr - solved) < 1e-6)
      return
    }
    if (places < 4) assert.equal(roundHalfUp(answer.apr, places), apr)
    else assert.ok(Math.abs(answer.apr - apr) < CLOSE, String(answer.apr))
  })
}

test('an offer of twelve months has a rate in hundredths of a percent', () => {
  const start = day('2026-11-21')
  const paid = Array.from({ length: 12 }, (_, index) => {
    return { day: addMonths(start, index + 1), amount: cents(21_775), direction: 'out' as const }
  })
  const received = { day: start, amount: cents(250_000), direction: 'in' as const }
  // 8.24 % a year, twelve times: (1 + 0.0824/12)^12 is 1.085580, with a cent's rounding 8.56 %.
  assert.equal(offerRate([received, ...paid]), 856)
})
