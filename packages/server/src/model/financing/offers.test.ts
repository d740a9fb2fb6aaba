import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product } from '@svc/api'
import { day } from '../../platform/time/calendar.ts'
import {
  fittingTerms,
  type Offer,
  type OfferQuestion,
  offersFor,
  type ProductTerms,
} from './offers.ts'

const instalments: ProductTerms = {
  type: 'instalments',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 1_000_000,
  num_instalments: [12, 3, 6],
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
const payLater: ProductTerms = {
  ...instalments,
  type: 'pay_later',
  max_amount: 100_000,
  num_instalments: [1],
  term_days: 15,
}
const dollars: ProductTerms = { ...instalments, currency: 'USD', num_instalments: [4] }
const terms = [instalments, payLater, dollars]

const question = (
  amount: number,
  currency = 'EUR',
  product: Product | null = null,
): OfferQuestion => ({ amount: cents(amount), currency, product, on: day('2027-01-31') })

type Case = readonly [input: OfferQuestion, offers: readonly string[]]
const both = ['instalments 3', 'instalments 6', 'instalments 12', 'pay_later 1']
const cases: readonly Case[] = [
  [question(99), []],
  [question(100), both],
  [question(100_000), both],
  [question(100_001), ['instalments 3', 'instalments 6', 'instalments 12']],
  [question(1_000_000), ['instalments 3', 'instalments 6', 'instalments 12']],
  [question(1_000_001), []],
  [question(5_000, 'EUR', 'instalments'), ['instalments 3', 'instalments 6', 'instalments 12']],
  [question(5_000, 'EUR', 'pay_later'), ['pay_later 1']],
  [question(5_000, 'EUR', 'pay_in_4'), []],
  [question(5_000, 'USD'), ['instalments 4']],
  [question(5_000, 'USD', 'pay_later'), []],
  [question(5_000, 'GBP'), []],
  [question(5_000, 'eur'), []],
]

for (const [input, offers] of cases) {
  const { amount, currency, product } = input
  const answer = offers.join(', ') || 'nothing'
  test(`for ${amount} ${currency}, ${product ?? 'any product'}: ${answer}`, () => {
    const names = offersFor(terms, input).map((each) => `${each.product} ${each.num_instalments}`)
    assert.deepEqual(names, offers)
    const products = fittingTerms(terms, input).map(({ type }) => type)
    assert.deepEqual(products, [...new Set(offers.map((name) => name.split(' ')[0]))])
  })
}

test('products keep the order of the store', () => {
  const names = offersFor([payLater, instalments], question(5_000)).map((each) => each.product)
  assert.deepEqual(names, ['pay_later', 'instalments', 'instalments', 'instalments'])
})

/** The only offer that there is. */
function offerOf(terms: ProductTerms, input: OfferQuestion): Offer {
  const [offer, ...others] = offersFor([terms], input)
  assert.ok(offer !== undefined && others.length === 0)
  return offer
}

const withoutSchedule = ({ schedule: _schedule, ...rest }: Offer) => rest
const free = { downpayment_amount: 0, total_fees: 0, late_charge: 0, discounts: [] }

test('an offer of instalments has the costs of its schedule', () => {
  // 400.00 × 0.0175 × 1.0175³ ÷ (1.0175³ − 1) = 138.0270
  const offer = offerOf({ ...instalments, num_instalments: [3] }, question(40_000))
  assert.deepEqual(withoutSchedule(offer), {
    ...free,
    product: 'instalments',
    num_instalments: 3,
    nominal_rate: 2_100,
    // 1.0175¹² − 1 = 23.14 %
    annual_equivalent: 2_314,
    amount: 13_803,
    last_amount: 13_802,
    total_interest: 1_408,
    total_amount: 41_408,
    term_days: null,
  })
  assert.deepEqual(offer.schedule, [
    item(1, '2027-02-28', { amount: 13_803, capital: 13_103, interest: 700 }),
    item(2, '2027-03-31', { amount: 13_803, capital: 13_332, interest: 471 }),
    item(3, '2027-04-30', { amount: 13_802, capital: 13_565, interest: 237 }),
  ])
})

const item = (
  number: number,
  due_date: string,
  of: { amount: number; capital: number; interest?: number; fee?: number },
) => ({ number, due_date, interest: 0, fee: 0, ...of })

test('pay_later is one payment without interest, whatever the rate in the terms', () => {
  assert.deepEqual(offersFor([payLater], question(5_999)), [
    {
      ...free,
      product: 'pay_later',
      num_instalments: 1,
      nominal_rate: 0,
      annual_equivalent: 0,
      amount: 5_999,
      last_amount: 5_999,
      total_interest: 0,
      total_amount: 5_999,
      term_days: 15,
      schedule: [item(1, '2027-02-15', { amount: 5_999, capital: 5_999 })],
    },
  ])
})

const payIn4: ProductTerms = {
  ...instalments,
  type: 'pay_in_4',
  max_amount: 200_000,
  num_instalments: [4],
  term_days: 30,
}

test('pay_in_4 is four parts that differ by a cent at most', () => {
  const parts = (amount: number) =>
    offersFor([payIn4], question(amount)).map(({ schedule }) => schedule.map((each) => each.amount))
  assert.deepEqual(parts(100), [[25, 25, 25, 25]])
  assert.deepEqual(parts(101), [[26, 25, 25, 25]])
  assert.deepEqual(parts(102), [[26, 26, 25, 25]])
  assert.deepEqual(parts(103), [[26, 26, 26, 25]])
  assert.deepEqual(parts(200_000), [[50_000, 50_000, 50_000, 50_000]])
  assert.deepEqual([parts(99), parts(200_001)], [[], []])
})

test('its first part is due on the day of signing, the others every 30 days from there', () => {
  const offer = offerOf(payIn4, question(10_001))
  assert.deepEqual(withoutSchedule(offer), {
    ...free,
    ...{ product: 'pay_in_4', num_instalments: 4, nominal_rate: 0, annual_equivalent: 0 },
    ...{ amount: 2_501, last_amount: 2_500, total_interest: 0, total_amount: 10_001 },
    term_days: 30,
  })
  assert.deepEqual(offer.schedule, [
    item(1, '2027-01-31', { amount: 2_501, capital: 2_501 }),
    item(2, '2027-03-02', { amount: 2_500, capital: 2_500 }),
    item(3, '2027-04-01', { amount: 2_500, capital: 2_500 }),
    item(4, '2027-05-01', { amount: 2_500, capital: 2_500 }),
  ])
})

test('2,500.00 at 8.24 % over 12 months: to the cent, with its dates and its annual rate', () => {
  const terms = { ...instalments, nominal_rate: 824, num_instalments: [12] }
  const offer = offerOf(terms, { ...question(250_000), on: day('2028-02-29') })
  assert.deepEqual(
    [offer.amount, offer.last_amount, offer.total_interest, offer.total_amount],
    [21_775, 21_772, 11_297, 261_297],
  )
  // (1 + 0.0824 ÷ 12)¹² − 1 = 8.558 %
  assert.equal(offer.annual_equivalent, 856)
  const dates = offer.schedule.map(({ due_date }) => due_date)
  assert.deepEqual(dates.slice(0, 2), ['2028-03-29', '2028-04-29'])
  assert.equal(dates.at(-1), '2029-02-28')
})

test('a down payment is number 0, due immediately, and nothing of it bears interest', () => {
  const terms = { ...instalments, downpayment_rate: 2_000, num_instalments: [3] }
  const offer = offerOf(terms, question(50_000))
  assert.equal(offer.downpayment_amount, 10_000)
  assert.deepEqual([offer.amount, offer.last_amount], [13_803, 13_802])
  assert.deepEqual([offer.total_interest, offer.total_amount], [1_408, 51_408])
  assert.deepEqual(
    offer.schedule.map(({ number, due_date, amount }) => [number, due_date, amount]),
    [
      [0, '2027-01-31', 10_000],
      [1, '2027-02-28', 13_803],
      [2, '2027-03-31', 13_803],
      [3, '2027-04-30', 13_802],
    ],
  )
  assert.equal(offer.annual_equivalent, 2_314)
})

test('a down payment that comes to nothing does not exist', () => {
  const terms = { ...instalments, downpayment_rate: 1, num_instalments: [3] }
  const offer = offerOf(terms, question(4_999))
  assert.equal(offer.downpayment_amount, 0)
  assert.equal(offer.schedule[0]?.number, 1)
})

const fees = { opening_fee_rate: 150, opening_fee_fixed: 100, late_charge: 900 }

test('the opening fee is part of the first payment, whatever that is', () => {
  const at = (terms: ProductTerms) => {
    const { schedule, total_fees, ...offer } = offerOf(terms, question(40_000))
    const [first, ...others] = schedule
    assert.ok(first !== undefined)
    // 1.5 % of 400.00 and 1.00
    assert.deepEqual([total_fees, first.fee], [700, 700])
    assert.equal(first.amount, first.capital + first.interest + 700)
    assert.deepEqual(new Set(others.map(({ fee }) => fee)), new Set(others.length > 0 ? [0] : []))
    assert.equal(offer.late_charge, 900)
    return [first.number, offer.amount, offer.last_amount, offer.total_amount]
  }
  const three = { ...instalments, ...fees, num_instalments: [3] }
  assert.deepEqual(at(three), [1, 13_803, 13_802, 42_108])
  const down = { ...three, downpayment_rate: 5_000 }
  assert.deepEqual(at(down), [0, 6_901, 6_902, 41_404])
  assert.deepEqual(at({ ...payIn4, ...fees }), [1, 10_000, 10_000, 40_700])
  assert.deepEqual(at({ ...payLater, ...fees }), [1, 40_000, 40_000, 40_700])
})

test('1.50 on 60.00 for 15 days is an annual rate of 82 %', () => {
  const offer = offerOf({ ...payLater, opening_fee_fixed: 150 }, question(6_000))
  // (61.50 ÷ 60.00)^(365 ÷ 15) − 1
  assert.equal(offer.annual_equivalent, 8_237)
})

type Dated = readonly [on: string, event: string | null, due: readonly string[]]
const dated: readonly Dated[] = [
  ['2027-01-31', '2027-01-30', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['2027-01-31', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['2027-01-31', '2027-02-01', ['2027-03-01', '2027-04-01', '2027-05-01']],
  ['2027-11-30', '2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['2027-11-30', null, ['2027-12-30', '2028-01-30', '2028-02-29']],
]
for (const [on, event, due] of dated) {
  test(`signed on ${on} for ${event ?? 'no event'}: due on ${due.join(', ')}`, () => {
    const eventDate = event === null ? null : day(event)
    const input = { ...question(40_000), on: day(on), eventDate }
    const terms = { ...instalments, num_instalments: [3] }
    assert.deepEqual(
      offerOf(terms, input).schedule.map(({ due_date }) => due_date),
      due,
    )
    // Only instalments wait for the event; a down payment is due at once in any case.
    const [down] = offerOf({ ...terms, downpayment_rate: 1_000 }, input).schedule
    assert.equal(down?.due_date, on)
    assert.equal(offerOf(payIn4, input).schedule[0]?.due_date, on)
  })
}

test('the longer instalments wait for an event, the lower their annual rate', () => {
  const rates = ['2027-01-31', '2027-02-28', '2027-12-31'].map((eventDate) => {
    const input = { ...question(40_000), eventDate: day(eventDate) }
    return offerOf({ ...instalments, num_instalments: [6] }, input).annual_equivalent
  })
  assert.deepEqual(
    rates,
    [...rates].sort((a, b) => b - a),
  )
  assert.equal(new Set(rates).size, 3)
})

type Senseless = readonly [what: string, terms: Partial<ProductTerms>, amount: number]
const senseless: readonly Senseless[] = [
  ['60 instalments of 1.00, the last ones of nothing', { nominal_rate: 0 }, 100],
  ['so much interest that nothing is paid back', { nominal_rate: 10_000 }, 600],
  ['a down payment of all', { downpayment_rate: 9_999 }, 100],
  ['a fee of more than is lent', { opening_fee_fixed: 50_001 }, 50_000],
  ['a fee that a mistake made', { opening_fee_rate: 5_000 }, 50_000],
]
for (const [what, change, amount] of senseless) {
  test(`${what}: it is left out`, () => {
    const terms = { ...instalments, num_instalments: [60], ...change }
    assert.deepEqual(offersFor([terms], question(amount)), [])
    assert.deepEqual(fittingTerms([terms], question(amount)), [])
  })
}

test('leaves out only those counts that make no sense', () => {
  const terms = { ...instalments, num_instalments: [3, 60, 50], nominal_rate: 0 }
  const counts = (amount: number) =>
    offersFor([terms], question(amount)).map(({ num_instalments }) => num_instalments)
  assert.deepEqual(counts(100), [3, 50])
  assert.deepEqual(counts(120), [3, 50, 60])
})
