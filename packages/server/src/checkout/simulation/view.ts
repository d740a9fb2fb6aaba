import type { Answered, SimulationAnswer } from '@svc/api'
import type { Offer } from '../../model/financing/offers.ts'
import type { Simulation } from './simulate-plans.ts'

/** As pages of earlier services read it (contract §8). */
export function simulationView({
  choices,
  highlighted,
  featured,
  example,
  ...more
}: Simulation): Answered<typeof SimulationAnswer> {
  return {
    choices: choices.map(({ product, offers }) => ({ product, instalments: offers.map(planView) })),
    options: {
      max_credit_amount: more.maxAmount,
      min_credit_amount: more.minAmount,
      annual_equivalent: highlighted.annual_equivalent,
      highlighted_num_instalments: highlighted.num_instalments,
      representative_example: `${example.example} ${example.warning}`,
      featured: {
        product: featured.offer.product,
        num_instalments: featured.offer.num_instalments,
        representative_example: featured.example,
        warning: featured.warning,
      },
      widget: { disabled: null, type: 'button', preferences: {}, styles: '' },
    },
  }
}

function planView(offer: Offer) {
  return {
    num_instalments: offer.num_instalments,
    amount: offer.amount,
    last_amount: offer.last_amount,
    downpayment_amount: offer.downpayment_amount,
    total_interest: offer.total_interest,
    total_fees: offer.total_fees,
    total_amount: offer.total_amount,
    nominal_rate: offer.nominal_rate,
    annual_equivalent: offer.annual_equivalent,
    discounts: offer.discounts,
    schedule: offer.schedule,
  }
}
