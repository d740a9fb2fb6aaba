import type { ProductTerms } from '../financing/offers.ts'

const simple = {
  capture: 'manual',
  capture_within: null,
  opening_fee_rate: 0,
  opening_fee_fixed: 0,
  downpayment_rate: 0,
  late_charge: 0,
  fee_rate: 0,
  fee_fixed: 0,
} as const

/** Terms of a store without its own: those of the demo (contract §11). */
export const standardProducts: readonly ProductTerms[] = [
  {
    type: 'instalments',
    currency: 'EUR',
    min_amount: 100,
    max_amount: 1_000_000,
    num_instalments: [3, 6, 9, 12],
    nominal_rate: 1_200,
    term_days: null,
    ...simple,
  },
  {
    type: 'pay_in_4',
    currency: 'EUR',
    min_amount: 100,
    max_amount: 200_000,
    num_instalments: [4],
    nominal_rate: 0,
    term_days: 30,
    ...simple,
  },
  {
    type: 'pay_later',
    currency: 'EUR',
    min_amount: 100,
    max_amount: 100_000,
    num_instalments: [1],
    nominal_rate: 0,
    term_days: 15,
    ...simple,
  },
]
