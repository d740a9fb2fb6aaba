import { choice, closed, count, money, rateOf, words } from './answers.ts'
import { products } from './checkouts.ts'
import { Type } from './common.ts'
import { OfferAnswer } from './offer-answers.ts'

const { properties } = OfferAnswer

const SimulatedPlan = closed(
  {
    num_instalments: properties.num_instalments,
    amount: properties.amount,
    last_amount: properties.last_amount,
    downpayment_amount: properties.downpayment_amount,
    total_interest: properties.total_interest,
    total_fees: properties.total_fees,
    total_amount: properties.total_amount,
    nominal_rate: properties.nominal_rate,
    annual_equivalent: properties.annual_equivalent,
    discounts: properties.discounts,
    schedule: properties.schedule,
  },
  { $id: 'SimulatedPlan', description: 'One way to pay, if it were signed today.' },
)

/** Answer of `GET /instalment-plan-simulator`. */
export const SimulationAnswer = closed(
  {
    choices: Type.Array(
      closed({
        product: choice(products, 'The product.'),
        instalments: Type.Array(SimulatedPlan, { description: 'Its plans, smaller counts first.' }),
      }),
      {
        description:
          'What fits the amount: instalments first, unless another product was requested.',
      },
    ),
    options: closed(
      {
        max_credit_amount: money('Largest amount of the first choice'),
        min_credit_amount: money('Smallest amount of the first choice'),
        annual_equivalent: rateOf('Annual percentage rate (APR) of the highlighted plan'),
        highlighted_num_instalments: count('The plan of the first choice that a page shows first.'),
        representative_example: words(
          'The highlighted plan in words, as advertising must give it; the warning ends it.',
        ),
        featured: closed(
          {
            product: choice(products, 'Its product.'),
            num_instalments: count('Its number of instalments.'),
            representative_example: words('It in words, without the warning.'),
            warning: words('The warning that advertising of credit must carry.'),
          },
          {
            description:
              'The plan that a widget leads with: the one without cost that has the lowest ' +
              'instalment, of any product; where each costs something, the lowest of all.',
          },
        ),
        widget: closed({
          disabled: Type.Null({ description: 'No page of the store hides it.' }),
          type: choice(['button'], 'How it is shown.'),
          preferences: closed({}),
          styles: words('Style sheet; empty.'),
        }),
      },
      { description: 'What a page needs beside the plans.' },
    ),
  },
  { $id: 'Simulation', description: 'What an amount costs in each way to pay.' },
)
