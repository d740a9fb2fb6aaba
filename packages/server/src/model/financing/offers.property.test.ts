// Whatever a store's terms are, the parts of an offer sum to what it says, to the cent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product } from '@svc/api'
import fc from 'fast-check'
import { addDays, type Day, day, daysBetween } from '../../platform/time/calendar.ts'
import { fittingTerms, type Offer, offersFor, type ProductTerms } from './offers.ts'

const product = fc.constantFrom<Product>('instalments', 'pay_in_4', 'pay_later')
const mostlyNothing = (max: number) =>
  fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max }))
const fixed: Readonly<Partial<Record<Product, number>>> = { pay_in_4: 4, pay_later: 1 }

const anyTerms: fc.Arbitrary<ProductTerms> = fc
  .record({
    type: product,
    count: fc.integer({ min: 1, max: 60 }),
    nominal_rate: mostlyNothing(10_000),
    days: fc.integer({ min: 1, max: 365 }),
    opening_fee_rate: mostlyNothing(10_000),
    opening_fee_fixed: mostlyNothing(100_000),
    downpayment_rate: mostlyNothing(9_999),
    late_charge: mostlyNothing(10_000),
  })
  .map(({ type, count, days, downpayment_rate, ...more }) => ({
    ...more,
    type,
    currency: 'EUR',
    min_amount: 1,
    max_amount: 1_000_000_000_000,
    num_instalments: [fixed[type] ?? count],
    term_days: type === 'instalments' ? null : days,
    downpayment_rate: type === 'instalments' ? downpayment_rate : 0,
    capture: 'manual',
    capture_within: null,
    fee_rate: 0,
    fee_fixed: 0,
  }))

const amounts = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 100, max: 1_000_000 }),
  fc.integer({ min: 1, max: 1_000_000_000_000 }),
)
const days: fc.Arbitrary<Day> = fc
  .integer({ min: 0, max: 30 * 365 })
  .map((count) => addDays(day('2020-01-01'), count))

function expectSums(offer: Offer, amount: number): void {
  const { schedule } = offer
  const sum = (name: 'amount' | 'capital' | 'interest' | 'fee') =>
    schedule.reduce((total, each) => total + each[name], 0)
  assert.equal(sum('capital'), amount)
  assert.equal(sum('interest'), offer.total_interest)
  assert.equal(sum('fee'), offer.total_fees)
  assert.equal(sum('amount'), offer.total_amount)
  assert.equal(offer.total_amount, amount + offer.total_interest + offer.total_fees)
  for (const each of schedule) {
    assert.equal(each.amount, each.capital + each.interest + each.fee)
    assert.ok(each.capital >= 1 && each.interest >= 0 && each.fee >= 0)
  }
  const down = schedule.filter(({ number }) => number === 0)
  assert.deepEqual(
    down.map(({ capital }) => capital),
    offer.downpayment_amount > 0 ? [offer.downpayment_amount] : [],
  )
  assert.deepEqual(
    schedule.filter(({ number }) => number > 0).map(({ number }) => number),
    Array.from({ length: offer.num_instalments }, (_, index) => index + 1),
  )
  assert.ok(Number.isSafeInteger(offer.annual_equivalent) && offer.annual_equivalent >= 0)
}

function expectDates({ product, schedule, term_days }: Offer, on: Day, start: Day): void {
  const dates = schedule.filter(({ number }) => number > 0).map(({ due_date }) => due_date)
  const months = (to: Day) =>
    12 * (Number(to.slice(0, 4)) - Number(start.slice(0, 4))) +
    (Number(to.slice(5, 7)) - Number(start.slice(5, 7)))
  for (const [index, date] of dates.entries()) {
    if (product === 'pay_later') assert.equal(daysBetween(on, date), term_days)
    else if (product === 'pay_in_4') assert.equal(daysBetween(on, date), index * Number(term_days))
    else {
      assert.equal(months(date), index + 1)
      const last = addDays(date, 1).endsWith('-01')
      const same = date.slice(8) === start.slice(8)
      assert.ok(same || (last && date.slice(8) < start.slice(8)), `${start}, ${date}`)
    }
  }
}

test('parts, fees and dates of every offer are those of its terms, and sum exactly', () => {
  let offered = 0
  const wait = fc.option(fc.integer({ min: -400, max: 400 }))
  const property = fc.property(anyTerms, amounts, days, wait, (terms, amount, on, waits) => {
    const eventDate = waits === null ? null : addDays(on, waits)
    const question = { amount: cents(amount), currency: 'EUR', product: null, on, eventDate }
    const offers = offersFor([terms], question)
    assert.equal(offers.length > 0, fittingTerms([terms], question).length > 0)
    for (const offer of offers) {
      offered += 1
      expectSums(offer, amount)
      const start = eventDate !== null && eventDate > on ? eventDate : on
      expectDates(offer, on, start)
      if (offer.total_interest + offer.total_fees === 0) assert.equal(offer.annual_equivalent, 0)
    }
  })
  fc.assert(property, { numRuns: 1_000 })
  assert.ok(offered > 300, `only ${offered} were offered`)
})

test('where nothing is charged every count is offered from as many cents on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 100 }), (count, per) => {
      const terms: ProductTerms = {
        ...{ type: 'instalments', currency: 'EUR', min_amount: 1, max_amount: 1_000_000 },
        ...{ num_instalments: [count], nominal_rate: 0, term_days: null, late_charge: 0 },
        ...{ opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0 },
        ...{ capture: 'manual', capture_within: null, fee_rate: 0, fee_fixed: 0 },
      }
      const question = { currency: 'EUR', product: null, on: day('2027-01-31') }
      const [offer] = offersFor([terms], { ...question, amount: cents(count * per) })
      assert.equal(offer?.amount, per)
      assert.equal(offer?.last_amount, per)
    }),
  )
})
