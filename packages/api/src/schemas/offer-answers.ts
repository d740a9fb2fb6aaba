import { choice, closed, count, day, hexId, money, nullable, rateOf, words } from './answers.ts'
import { products } from './checkouts.ts'
import { Type } from './common.ts'

const InstalmentAnswer = closed(
  {
    number: Type.Integer({
      minimum: 0,
      description: 'Number of the instalment, from 1; 0 is the down payment.',
    }),
    due_date: day('Due date, if the plan is signed, confirmed and captured today'),
    amount: money('The payment: principal, interest and fee'),
    capital: money('The principal'),
    interest: money('The interest'),
    fee: money('The opening fee'),
  },
  { $id: 'Instalment', description: 'A payment of the buyer.' },
)

const DiscountAnswer = closed(
  {
    campaign_id: hexId('Id of the campaign.'),
    name: words('Name.'),
    interest: rateOf('The discount on the interest'),
    amount: money('Interest that the buyer does not pay'),
  },
  { $id: 'OfferDiscount', description: 'The discount of a campaign.' },
)

/** One way to pay. */
export const OfferAnswer = closed(
  {
    product: choice(products, 'The product.'),
    num_instalments: Type.Integer({ minimum: 1, description: 'Number of payments.' }),
    nominal_rate: rateOf('Annual nominal interest rate'),
    annual_equivalent: rateOf('Annual percentage rate (APR), with fees'),
    amount: money('The regular payment, without the fee'),
    last_amount: money('The last payment, without the fee; it includes the rounding difference'),
    downpayment_amount: money('Down payment on the day of signing; 0 if there is none'),
    total_interest: money('Total interest'),
    total_fees: money('Total fees of the plan'),
    total_amount: money('Total of all payments, including the down payment'),
    late_charge: money('One-time late fee for each late instalment; not included in any total'),
    term_days: nullable(count('Days from a capture to the payment'), {
      description: 'Days from a capture to the payment; null for monthly payments.',
    }),
    discounts: Type.Optional(
      Type.Array(DiscountAnswer, {
        description: 'Discounts of campaigns; absent on orders of earlier versions.',
      }),
    ),
    schedule: Type.Array(InstalmentAnswer, { description: 'All payments.' }),
  },
  { $id: 'Offer', description: 'One way to pay, with its amounts and schedule.' },
)

/** The offers that the buyer can choose from. */
export const OffersAnswer = closed({
  offers: Type.Array(OfferAnswer, {
    description: "The products in the store's order, each with the fewest instalments first.",
  }),
})
