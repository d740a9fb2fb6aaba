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
        instalments: Type.Array(SimulatedPlan, {
          description: 'The plans, fewest instalments first.',
        }),
      }),
      {
        description:
          'The products available for the amount: instalments first, unless ' +
          'another product was requested.',
      },
    ),
    options: closed(
      {
        max_credit_amount: money('Maximum amount of the first product'),
        min_credit_amount: money('Minimum amount of the first product'),
        annual_equivalent: rateOf('Annual percentage rate (APR) of the highlighted plan'),
        highlighted_num_instalments: count('The plan of the first product to highlight.'),
        representative_example: words(
          'Representative example of the highlighted plan, as required in advertising, ' +
            'ending with the warning.',
        ),
        featured: closed(
          {
            product: choice(products, 'Product of the plan.'),
            num_instalments: count('Number of instalments.'),
            representative_example: words('The representative example, without the warning.'),
            warning: words('The warning required in credit advertising.'),
          },
          {
            description:
              'The plan that a widget leads with: the free one with the ' +
              'lowest instalment, of any ' +
              'product; if none is free, the lowest instalment of all.',
          },
        ),
        widget: closed({
          disabled: Type.Null({ description: 'Always null: the widget is never disabled.' }),
          type: choice(['button'], 'Display settings.'),
          preferences: closed({}),
          styles: words('Style sheet; always empty.'),
        }),
      },
      { description: 'Display data for a page.' },
    ),
  },
  { $id: 'Simulation', description: 'The plans for an amount, by product.' },
)
