import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, lessen, rate } from '@svc/api'
import fc from 'fast-check'
import { day } from '../../platform/time/calendar.ts'
import type { Campaign } from './campaign.ts'
import { type Basket, type Candidate, discountsFor, fractionOf } from './discounts.ts'
import { offersFor, type ProductTerms } from './offers.ts'

const at = new Date('2026-11-21T10:00:00.000Z')

function candidate(
  more: Partial<Campaign> & { interest?: never; percent?: number } = {},
  articleIds: readonly string[] = [],
): Candidate {
  const { percent = 50, ...rest } = more
  const campaign: Campaign = {
    storeId: 'store',
    sandbox: true,
    id: 'campaign',
    name: 'Campaign',
    startAt: new Date('2026-11-01T00:00:00Z'),
    endAt: null,
    interest: rate(percent * 100),
    partial: false,
    numInstalments: [],
    minOrderAmount: null,
    maxOrderAmount: null,
    createdAt: at,
    ...rest,
  }
  return { campaign, articleIds }
}

const bicycle = { id: 'bicycle', quantity: 1, price: 30_000 }
const helmet = { id: 'helmet', quantity: 2, price: 5_000 }
const basket = (more: Partial<Basket> = {}): Basket => ({
  at,
  total: cents(40_000),
  lines: [bicycle, helmet],
  ...more,
})

/** The discount of one plan, in hundredths of a percent as a decimal number; undefined: none. */
function discountOf(
  candidates: readonly Candidate[],
  basketOf: Basket = basket(),
  number = 3,
): number | undefined {
  const plans = discountsFor(candidates, basketOf)
  const actual = plans.filter(({ num_instalments }) => num_instalments.includes(number))
  assert.ok(actual.length <= 1)
  if (actual[0] === undefined) return undefined
  const { numerator, denominator } = fractionOf(actual[0])
  return Number(numerator) / Number(denominator)
}

const second = (text: string) => new Date(`2026-11-21T${text}Z`)
type Row = readonly [what: string, candidate: Candidate, basket: Basket, discount?: number]
const table: readonly Row[] = [
  ['a full campaign covers every line', candidate(), basket(), 5_000],
  ['a partial one its articles only', candidate({ partial: true }, ['bicycle']), basket(), 3_750],
  ['weighted by quantity times price', candidate({ partial: true }, ['helmet']), basket(), 1_250],
  ['of several lines', candidate({ partial: true }, ['helmet', 'bicycle']), basket(), 5_000],
  ['and none of others', candidate({ partial: true }, ['tent']), basket()],
  ['nor of none', candidate({ partial: true }), basket()],
  ['a partial campaign says nothing', candidate({ partial: true }), basket({ lines: [] })],
  ['where no lines are known, a full one does', candidate(), basket({ lines: [] }), 5_000],
  ['no interest at all', candidate({ percent: 100 }), basket(), 10_000],
  ['a campaign that gives nothing', candidate({ percent: 0 }), basket()],
  ['the first second', candidate({ startAt: second('10:00:00') }), basket(), 5_000],
  ['a second too early', candidate({ startAt: second('10:00:01') }), basket()],
  [
    'a millisecond too early',
    candidate({ startAt: second('10:00:00') }),
    basket({ at: second('09:59:59.999') }),
  ],
  ['the last second', candidate({ endAt: second('10:00:00') }), basket(), 5_000],
  [
    'the last millisecond',
    candidate({ endAt: second('10:00:00') }),
    basket({ at: second('10:00:00.999') }),
    5_000,
  ],
  [
    'a millisecond too late',
    candidate({ endAt: second('10:00:00') }),
    basket({ at: second('10:00:01') }),
  ],
  ['the least amount', candidate({ minOrderAmount: cents(40_000) }), basket(), 5_000],
  ['a cent too little', candidate({ minOrderAmount: cents(40_001) }), basket()],
  ['the greatest amount', candidate({ maxOrderAmount: cents(40_000) }), basket(), 5_000],
  ['a cent too much', candidate({ maxOrderAmount: cents(39_999) }), basket()],
  ['no amount at all', candidate({ maxOrderAmount: cents(0) }), basket()],
  ['its number of instalments', candidate({ numInstalments: [3, 6] }), basket(), 5_000],
  ['other numbers', candidate({ numInstalments: [2, 4] }), basket()],
  [
    'lines that cost nothing weigh nothing',
    candidate({ partial: true }, ['gift']),
    basket({ lines: [bicycle, { id: 'gift', quantity: 5, price: 0 }] }),
  ],
  [
    'but where all cost nothing, the same',
    candidate({ partial: true }, ['gift']),
    basket({
      lines: [
        { id: 'gift', quantity: 5, price: 0 },
        { id: 'card', quantity: 1, price: 0 },
      ],
    }),
    2_500,
  ],
  [
    'two lines of one article',
    candidate({ partial: true }, ['bicycle']),
    basket({ lines: [bicycle, bicycle, { ...helmet, price: 30_000 }] }),
    2_500,
  ],
]
for (const [what, campaign, basketOf, discount] of table) {
  test(`${what}: ${discount ?? 'nothing'}`, () => {
    assert.equal(discountOf([campaign], basketOf), discount)
  })
}

test('the best campaign of each line counts, and they do not add up', () => {
  const half = candidate({ id: 'half', percent: 50 })
  const most = candidate({ id: 'most', percent: 80, partial: true }, ['helmet'])
  const little = candidate({ id: 'little', percent: 10, partial: true }, ['bicycle'])
  // (300.00 × 50 % + 100.00 × 80 %) ÷ 400.00 = 57.5 %
  assert.equal(discountOf([half, most, little]), 5_750)
  const [plan] = discountsFor([half, most, little], basket())
  assert.deepEqual(
    plan?.parts.map(({ id, numerator }) => [id, numerator]),
    [
      ['half', String(30_000 * 5_000)],
      ['most', String(10_000 * 8_000)],
    ],
  )
})

test('among equal campaigns the older one counts, then the smaller id', () => {
  const older = candidate({ id: 'z', createdAt: new Date(at.getTime() - 1) })
  const names = (candidates: Candidate[]) =>
    discountsFor(candidates, basket())[0]?.parts.map(({ id }) => id)
  assert.deepEqual(names([candidate({ id: 'a' }), older]), ['z'])
  assert.deepEqual(names([candidate({ id: 'b' }), candidate({ id: 'a' })]), ['a'])
})

test('plans for which the same campaigns count share one discount', () => {
  const three = candidate({ id: 'three', percent: 100, numInstalments: [3] })
  const plans = discountsFor([candidate(), three], basket())
  assert.deepEqual(
    plans.map(({ num_instalments, parts }) => [num_instalments.length, parts[0]?.id]),
    [
      [59, 'campaign'],
      [1, 'three'],
    ],
  )
  assert.deepEqual(discountsFor([], basket()), [])
})

test('amounts beyond all bounds stay exact', () => {
  const lines = Array.from({ length: 500 }, (_, index) => {
    return { id: `a${index}`, quantity: 100_000, price: 1_000_000_000_000 - index }
  })
  const [plan] = discountsFor(
    [candidate({ partial: true, percent: 33 }, ['a1'])],
    basket({ lines }),
  )
  const expected = 100_000n * 999_999_999_999n * 3_300n
  assert.equal(plan?.parts[0]?.numerator, String(expected))
  const total = lines.reduce((sum, { price }) => sum + 100_000n * BigInt(price), 0n)
  assert.equal(plan?.denominator, String(total))
})

// A second way to the rate, by adding fractions in lowest terms one after the other.
type Ratio = readonly [bigint, bigint]
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const reduced = ([a, b]: Ratio): Ratio => {
  const by = gcd(a, b)
  return by === 0n ? [0n, 1n] : [a / by, b / by]
}
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => reduced([a * d + c * b, b * d])
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => reduced([a * c, b * d])
/** No neighbour is nearer, and of two that are equally near it is the even one. */
function nearestEven([a, b]: Ratio, near: number): boolean {
  const distance = (n: bigint) => (n * b > a ? n * b - a : a - n * b)
  const here = distance(BigInt(near))
  const best = [BigInt(near) - 1n, BigInt(near) + 1n].map(distance)
  if (best.some((each) => each < here)) return false
  return !best.some((each) => each === here) || near % 2 === 0
}

const line = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  quantity: fc.integer({ min: 1, max: 7 }),
  price: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000_000_000 })),
})
const anyCandidate = fc
  .record({
    percent: fc.integer({ min: 0, max: 100 }),
    partial: fc.boolean(),
    covered: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
    numInstalments: fc.uniqueArray(fc.constantFrom(3, 6, 9)),
    minOrderAmount: fc.option(fc.integer({ min: 39_998, max: 40_002 }).map(cents)),
    maxOrderAmount: fc.option(fc.integer({ min: 39_998, max: 40_002 }).map(cents)),
    start: fc.integer({ min: -2, max: 1 }),
    end: fc.option(fc.integer({ min: -2, max: 1 })),
  })
  .map(({ covered, start, end, ...more }) => {
    const seconds = (count: number) => new Date(at.getTime() + count * 1_000)
    const dates = { startAt: seconds(start), endAt: end === null ? null : seconds(end) }
    return candidate({ ...more, ...dates, id: JSON.stringify([more, covered]) }, covered)
  })

function modelled(candidates: readonly Candidate[], { lines }: Basket, number: number): Ratio {
  const active = candidates.filter(({ campaign: c }) => {
    const running = +c.startAt <= +at && (c.endAt === null || +c.endAt + 999 >= +at)
    const low = c.minOrderAmount !== null && c.minOrderAmount > 40_000
    const high = c.maxOrderAmount !== null && c.maxOrderAmount < 40_000
    const other = c.numInstalments.length > 0 && !c.numInstalments.includes(number)
    return running && !low && !high && !other
  })
  const best = (id: string | null): bigint =>
    active.reduce((most, { campaign, articleIds }) => {
      const covers = !campaign.partial || (id !== null && articleIds.includes(id))
      return covers && BigInt(campaign.interest) > most ? BigInt(campaign.interest) : most
    }, 0n)
  if (lines.length === 0) return [best(null), 10_000n]
  const nothing = lines.every(({ price }) => price === 0)
  const weights = lines.map(({ quantity, price }) =>
    nothing ? 1n : BigInt(quantity) * BigInt(price),
  )
  const whole = weights.reduce((sum, weight) => sum + weight)
  return lines
    .map(({ id }, index) => times([weights[index] ?? 0n, whole], [best(id), 10_000n]))
    .reduce(plus, [0n, 1n])
}

test('rates agree with a second, simpler way to them', () => {
  const property = fc.property(
    fc.array(anyCandidate, { maxLength: 5 }),
    fc.array(line, { maxLength: 6 }),
    fc.integer({ min: 0, max: 10_000 }),
    (candidates, lines, nominal) => {
      const basketOf = basket({ lines })
      const plans = discountsFor(candidates, basketOf)
      for (const number of [1, 3, 6, 9, 60]) {
        const [part, whole] = modelled(candidates, basketOf, number)
        const plan = plans.find(({ num_instalments }) => num_instalments.includes(number))
        if (plan === undefined) {
          assert.equal(part, 0n)
          continue
        }
        const { numerator, denominator } = fractionOf(plan)
        assert.equal(numerator * whole, part * denominator * 10_000n)
        const lessened = lessen(rate(nominal), fractionOf(plan))
        assert.ok(nearestEven(times([BigInt(nominal), 1n], [whole - part, whole]), lessened))
        assert.ok(lessened >= 0 && lessened <= nominal)
      }
    },
  )
  fc.assert(property, { numRuns: 500 })
})

const terms: ProductTerms = {
  type: 'instalments',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 1_000_000,
  num_instalments: [3, 12],
  nominal_rate: 2_100,
  term_days: null,
  opening_fee_rate: 0,
  opening_fee_fixed: 0,
  downpayment_rate: 0,
  late_charge: 0,
  capture: 'manual',
  capture_within: null,
  fee_rate: 0,
  fee_fixed: 0,
}
const question = { currency: 'EUR', product: null, on: day('2026-11-21') }

test('an offer is priced with its discounts and lists what each campaign contributes', () => {
  const half = candidate({ id: 'half', name: 'Half', percent: 50 })
  const free = candidate(
    { id: 'free', name: 'Free', percent: 100, partial: true, numInstalments: [3] },
    ['helmet'],
  )
  const discounts = discountsFor([half, free], basket())
  const amount = cents(40_000)
  const [three, twelve] = offersFor([terms], { ...question, amount, discounts })
  const [plain] = offersFor([terms], { ...question, amount })
  // 21.00 % less 62.5 % is 7.875 %: the half goes to the even 7.88.
  assert.equal(three?.nominal_rate, 788)
  assert.equal(twelve?.nominal_rate, 1_050)
  assert.deepEqual(plain?.discounts, [])
  const saved = (plain?.total_interest ?? 0) - (three?.total_interest ?? 0)
  assert.ok(saved > 0)
  assert.deepEqual(
    three?.discounts.map(({ campaign_id, name, interest }) => [campaign_id, name, interest]),
    [
      ['half', 'Half', 5_000],
      ['free', 'Free', 10_000],
    ],
  )
  assert.equal(
    three?.discounts.reduce((sum, each) => sum + each.amount, 0),
    saved,
  )
  assert.deepEqual(
    twelve?.discounts.map(({ campaign_id }) => campaign_id),
    ['half'],
  )
})

test('plans without interest have no discount, and a free one has no interest', () => {
  const discounts = discountsFor([candidate({ percent: 100 })], basket())
  const amount = cents(40_000)
  const later: ProductTerms = { ...terms, type: 'pay_later', num_instalments: [1], term_days: 15 }
  const four: ProductTerms = { ...terms, type: 'pay_in_4', num_instalments: [4], term_days: 30 }
  const none: ProductTerms = { ...terms, nominal_rate: 0 }
  for (const offer of offersFor([later, four, none], { ...question, amount, discounts })) {
    assert.deepEqual([offer.nominal_rate, offer.total_interest, offer.discounts], [0, 0, []])
  }
  const [free] = offersFor([terms], { ...question, amount, discounts })
  assert.deepEqual([free?.nominal_rate, free?.total_interest], [0, 0])
  assert.equal(free?.discounts[0]?.amount, 1_408)
})

test('where rounding makes a lower rate a cent dearer, a campaign gives nothing', () => {
  const slight = candidate({ percent: 0.03 })
  const discounts = discountsFor([slight], basket())
  const dear = { ...terms, nominal_rate: 2_977, num_instalments: [2] }
  const amount = cents(1_472)
  const [offer] = offersFor([dear], { ...question, amount, discounts })
  const [plain] = offersFor([dear], { ...question, amount })
  assert.deepEqual([offer?.nominal_rate, offer?.total_interest], [2_976, 56])
  assert.deepEqual([plain?.nominal_rate, plain?.total_interest], [2_977, 55])
  assert.equal(offer?.discounts[0]?.amount, 0)
})

test('the amounts of the discounts sum to the interest that is saved, never below nothing', () => {
  const property = fc.property(
    fc.array(anyCandidate, { maxLength: 4 }),
    fc.array(line, { maxLength: 4 }),
    fc.integer({ min: 100, max: 1_000_000 }),
    fc.integer({ min: 0, max: 10_000 }),
    (candidates, lines, total, nominal_rate) => {
      const amount = cents(total)
      const discounts = discountsFor(candidates, basket({ lines }))
      const priced = offersFor([{ ...terms, nominal_rate }], { ...question, amount, discounts })
      const plain = offersFor([{ ...terms, nominal_rate }], { ...question, amount })
      for (const [index, offer] of priced.entries()) {
        const saved = (plain[index]?.total_interest ?? 0) - offer.total_interest
        const saving = offer.discounts.reduce((sum, each) => sum + each.amount, 0)
        assert.equal(saving, offer.discounts.length === 0 ? 0 : Math.max(0, saved))
        if (offer.discounts.length === 0) assert.equal(saved, 0)
        assert.ok(offer.discounts.every((each) => each.amount >= 0))
      }
    },
  )
  fc.assert(property, { numRuns: 300 })
})
