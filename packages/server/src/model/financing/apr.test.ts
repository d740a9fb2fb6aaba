import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { readFlows } from '../../composition/commands/apr-flows.ts'
import { addDays, addMonths, day } from '../../platform/time/calendar.ts'
import { type AnnualRate, annualPercentageRate, offerRate, roundHalfUp } from './apr.ts'
import published from './apr-vectors.json' with { type: 'json' }

/** Percentage points. */
const CLOSE = 1e-4

function flowsOf(input: object) {
  const read = readFlows(input)
  assert.ok('flows' in read, 'faults' in read ? read.faults.join() : '')
  return read.flows
}

function actual(input: object): AnnualRate {
  const answer = annualPercentageRate(flowsOf(input))
  assert.ok(!('refused' in answer), JSON.stringify(answer))
  return answer
}

for (const { name, source, apr, decimals, solved, ...flows } of published.vectors) {
  test(`${source}: ${name} is ${apr} %`, () => {
    const answer = actual(flows)
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

type Row = readonly [what: string, flows: object, apr: number, rounded: number]
const table: readonly Row[] = [
  ['as much as was received', { in: [[0, 100]], out: [[1, 100]] }, 0, 0],
  ['all at once', { in: [[0, 100]], out: [[0, '100.00']] }, 0, 0],
  ['less than was received', { in: [[0, 100]], out: [[1, 90]] }, -10, -10],
  ['almost nothing back', { in: [[0, '1e6']], out: [['1/365', '1e-6']] }, -100, -100],
  ['a tie, half up', { in: [[0, 1000]], out: [[1, 1130.5]] }, 13.05, 13.1],
  ['just below a tie', { in: [[0, 1000]], out: [[1, '1130.49999']] }, 13.049999, 13],
  ['a negative tie', { in: [[0, 1000]], out: [[1, 869.5]] }, -13.05, -13.1],
  [
    'ten percent a day',
    { in: [[0, 100]], out: [['1/365', 110]] },
    1.2833055803133555e17,
    1.2833055803133555e17,
  ],
  [
    '0 and 10: 0',
    {
      in: [[1, 210]],
      out: [
        [0, 100],
        [2, 110],
      ],
    },
    0,
    0,
  ],
  [
    '10 and 20: 10',
    {
      in: [[1, 230]],
      out: [
        [0, 100],
        [2, 132],
      ],
    },
    10,
    10,
  ],
  [
    '-10 and 10: 10',
    {
      in: [[1, 200]],
      out: [
        [0, 100],
        [2, 99],
      ],
    },
    10,
    10,
  ],
  [
    '-10 and -20: -10',
    {
      in: [[1, 170]],
      out: [
        [0, 100],
        [2, 72],
      ],
    },
    -10,
    -10,
  ],
  [
    '-50 and 900: 900',
    {
      in: [[1, 1050]],
      out: [
        [0, 100],
        [2, 500],
      ],
    },
    900,
    900,
  ],
  [
    '10, which only touches',
    {
      in: [[1, 220]],
      out: [
        [0, 100],
        [2, 121],
      ],
    },
    10,
    10,
  ],
  [
    '10 three times',
    {
      in: [
        [0, 1000],
        [2, 3630],
      ],
      out: [
        [1, 3300],
        [3, 1331],
      ],
    },
    10,
    10,
  ],
  ['paid before it is received', { in: [[0, 110]], out: [[-1, 100]] }, 10, 10],
  [
    'a negative amount is of the other side',
    {
      in: [
        [0, 100],
        [1, -110],
      ],
      out: [
        [0, -1],
        [0, 1],
      ],
    },
    10,
    10,
  ],
  [
    'amounts of 0 count for nothing',
    {
      in: [
        [0, 100],
        [7, 0],
      ],
      out: [
        [-3, 0],
        [1, 110],
      ],
    },
    10,
    10,
  ],
  ['a thousand years', { in: [[-500, 1]], out: [[500, 3]] }, 0.109921599, 0.1],
  ['a billionth of a cent', { in: [[0, 1e9]], out: [[1, '1000000000.00000000001']] }, 1e-18, 0],
]
for (const [what, flows, apr, rounded] of table) {
  test(`${what}: ${apr} %`, () => {
    const answer = actual(flows)
    assert.ok(Math.abs(answer.apr - apr) <= 1e-8 * Math.max(1, Math.abs(apr)), String(answer.apr))
    assert.equal(Math.sign(answer.apr), Math.sign(apr))
    assert.ok(Math.abs(answer.rounded / (rounded || 1) - (rounded === 0 ? 0 : 1)) < 1e-8)
    assert.ok(Math.abs(answer.residual) < 1e-6)
  })
}

const without: readonly (readonly [what: string, flows: object, sentence: RegExp])[] = [
  ['more paid at the same time', { in: [[0, 100]], out: [[0, 110]] }, /never equals/],
  ['nothing received', { in: [[0, 0]], out: [[1, 110]] }, /"in" has no amount other than 0/],
  [
    'nothing paid',
    {
      in: [[0, 1]],
      out: [
        [1, 0],
        [2, '0.00'],
      ],
    },
    /"out" has no amount other/,
  ],
  ['both sides the buyer’s', { in: [[0, 100]], out: [[1, -110]] }, /never equals/],
  [
    'a sum that nearly touches',
    {
      in: [[1, 220]],
      out: [
        [0, 100],
        [2, '121.0000000001'],
      ],
    },
    /never/,
  ],
  [
    'a sum without a zero',
    {
      in: [
        [0, 100],
        [2, 100],
      ],
      out: [[1, 100]],
    },
    /never equals/,
  ],
  ['a rate of 1,095 digits', { in: [[0, 100]], out: [['1/365', 100000]] }, /more than 300 digits/],
]
for (const [what, flows, sentence] of without) {
  test(`${what}: no rate`, () => {
    const answer = annualPercentageRate(flowsOf(flows))
    assert.ok('refused' in answer)
    assert.match(answer.refused, sentence)
  })
}

test('neither the order of flows nor splitting them changes the rate', () => {
  const one = actual({ in: [[0, 196000]], out: [['1/12', '1/12', 240, 1432.86]] })
  const other = actual({
    in: [
      [0, 96000],
      [0, 100000],
      ['5/7', 3],
      ['1/7', 2],
    ],
    out: [
      ['20', '-1/12', 240, '1432.86'],
      ['1/7', 2],
      ['10/14', 3],
    ],
  })
  assert.equal(other.apr, one.apr)
})

test('a hundred thousand alternating flows are computed quickly', () => {
  const flows = flowsOf({
    in: [[0, '2/365', 50000, 100]],
    out: [['1/365', '2/365', 50000, '100.01']],
  })
  const answer = annualPercentageRate(flows)
  // 0.01 % a day.
  assert.ok('apr' in answer && Math.abs(answer.apr - (1.0001 ** 365 - 1) * 100) < 1e-8)
})

const start = day('2026-11-21')
const received = { day: start, amount: cents(250_000), direction: 'in' as const }
const paid = (count: number, amount: number) =>
  Array.from({ length: count }, (_, index) => {
    const due = addMonths(start, index + 1)
    return { day: due, amount: cents(amount), direction: 'out' as const }
  })

test('an offer of twelve months has a rate in hundredths of a percent', () => {
  // 8.24 % a year, twelve times: (1 + 0.0824/12)^12 is 1.085580, with a cent's rounding 8.56 %.
  assert.equal(offerRate([received, ...paid(12, 21_775)]), 856)
  assert.equal(offerRate([...paid(12, 21_775).toReversed(), received]), 856)
})

test('an offer without cost has the rate 0, one after 15 days that of its days', () => {
  assert.equal(offerRate([received, ...paid(10, 25_000)]), 0)
  const due = { day: addDays(start, 15), amount: cents(6_150), direction: 'out' as const }
  // 1.50 on 60.00 for 15 days: 1.025^(365/15) − 1.
  assert.equal(offerRate([{ ...received, amount: cents(6_000) }, due]), 8_237)
})

test('a part paid on the day of signing is paid at the time 0', () => {
  const part = { day: start, amount: cents(62_500), direction: 'out' as const }
  assert.equal(offerRate([received, part, ...paid(3, 62_500)]), 0)
  const dear = offerRate([received, part, ...paid(3, 63_500)])
  const same = offerRate([{ ...received, amount: cents(187_500) }, ...paid(3, 63_500)])
  assert.ok(dear !== null && dear > 0)
  assert.equal(dear, same)
})

test('an offer that nobody can pay, or gains from, has no rate', () => {
  assert.equal(offerRate([]), null)
  assert.equal(offerRate([received]), null)
  assert.equal(offerRate(paid(3, 100)), null)
  assert.equal(offerRate([received, ...paid(3, 100)]), null)
  const next = { day: addDays(start, 1), amount: cents(500_000), direction: 'out' as const }
  // 2^365 is more than a rate can hold.
  assert.equal(offerRate([received, next]), null)
})
