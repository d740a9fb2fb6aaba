/** Offers as the service makes them, of few kinds that look different from each other. */
import type { Offer } from '../../../packages/checkout/src/flow/types.ts'

type Terms = {
  readonly product: Offer['product']
  readonly total: number
  readonly count: number
  readonly rate: number
  readonly annual: number
  readonly fee: number
  readonly downPayment: number
  readonly days: number | null
}

/** Plausible, not exact: what is right the service's own tests say. */
function offer(terms: Terms): Offer {
  const { product, total, count, rate, annual, fee, downPayment, days } = terms
  const credit = total - downPayment
  const interestInAll = Math.floor((credit * rate * (count + 1)) / 240_000)
  const regular = Math.floor((credit + interestInAll) / count)
  const payments = Array.from({ length: count }, (_, index) => {
    const last = index === count - 1
    const plain = last ? credit + interestInAll - regular * (count - 1) : regular
    const interest = Math.floor((interestInAll * (count - index) * 2) / (count * (count + 1)))
    const feeHere = index === 0 && downPayment === 0 ? fee : 0
    const amount = plain + feeHere
    const capital = plain - interest
    return {
      number: index + 1,
      due_date: due(index, days),
      amount,
      capital,
      interest,
      fee: feeHere,
    }
  })
  const first = { number: 0, due_date: '2026-11-21', interest: 0, capital: downPayment, fee }
  const schedule = [
    ...(downPayment === 0 ? [] : [{ ...first, amount: downPayment + fee }]),
    ...payments,
  ]
  const sum = (name: 'amount' | 'interest' | 'fee') =>
    schedule.reduce((all, each) => all + each[name], 0)
  return {
    product,
    num_instalments: count,
    nominal_rate: rate,
    annual_equivalent: annual,
    amount: regular,
    last_amount: payments.at(-1)?.amount ?? 0,
    downpayment_amount: downPayment,
    total_interest: sum('interest'),
    total_fees: sum('fee'),
    total_amount: sum('amount'),
    late_charge: product === 'pay_later' ? 0 : 500,
    term_days: days,
    discounts: [],
    schedule,
  }
}

function due(index: number, days: number | null): string {
  const start = Date.UTC(2026, 10, 21)
  if (days === null) return `${2026 + Math.floor((index + 11) / 12)}-${month(index)}-21`
  const after = days === 15 ? days : days * index
  return new Date(start + after * 86_400_000).toISOString().slice(0, 10)
}

const month = (index: number) => `${((index + 11) % 12) + 1}`.padStart(2, '0')

const plain = { rate: 0, annual: 0, fee: 0, downPayment: 0 }

export const offers: readonly Offer[] = [
  offer({ ...plain, product: 'instalments', total: 48_600, count: 3, days: null }),
  {
    ...offer({
      ...{ product: 'instalments', total: 48_600, count: 6, days: null },
      ...{ rate: 995, annual: 1_042, fee: 0, downPayment: 0 },
    }),
    discounts: [
      { campaign_id: 'c'.repeat(32), name: 'Semana del ciclismo', interest: 5_000, amount: 712 },
    ],
  },
  offer({
    ...{ product: 'instalments', total: 48_600, count: 12, days: null },
    ...{ rate: 1_450, annual: 2_117, fee: 1_200, downPayment: 5_000 },
  }),
  offer({ ...plain, product: 'pay_in_4', total: 48_600, count: 4, days: 30 }),
  offer({ ...plain, product: 'pay_later', total: 48_600, count: 1, days: 15 }),
]
