import { choice, closed, count, day, hexId, money, nullable, rateOf, words } from './answers.ts'
import { products } from './checkouts.ts'
import { Type } from './common.ts'

const InstalmentAnswer = closed(
  {
    number: Type.Integer({ minimum: 0, description: 'Which one it is, from 1; 0: down payment.' }),
    due_date: day('When it is due, if the plan is signed, confirmed and captured on that day'),
    amount: money('What is paid: capital, interest and fee'),
    capital: money('The part that pays the debt back'),
    interest: money('The part that is interest'),
    fee: money('The part that is the opening fee'),
  },
  { $id: 'Instalment', description: 'One payment of the buyer.' },
)

const DiscountAnswer = closed(
  {
    campaign_id: hexId('Id of the campaign.'),
    name: words('Its name.'),
    interest: rateOf('What it takes off the interest'),
    amount: money('Interest that the buyer does not pay'),
  },
  { $id: 'OfferDiscount', description: 'What a campaign gives.' },
)

/** One way to pay. */
export const OfferAnswer = closed(
  {
    product: choice(products, 'The product.'),
    num_instalments: Type.Integer({ minimum: 1, description: 'How many payments there are.' }),
    nominal_rate: rateOf('Nominal interest a year'),
    annual_equivalent: rateOf('Annual percentage rate (APR), with fees'),
    amount: money('The regular payment, without the fee'),
    last_amount: money('The last payment, without the fee; it takes the rest'),
    downpayment_amount: money('What is paid on the day of signing; 0: none'),
    total_interest: money('All interest'),
    total_fees: money('All fees of the plan'),
    total_amount: money('All payments, the down payment too'),
    late_charge: money('What each late instalment costs once more; part of no sum'),
    term_days: nullable(count('Days from a capture to the payment'), {
      description: 'Days from a capture to the payment; null where payments are monthly.',
    }),
    discounts: Type.Optional(
      Type.Array(DiscountAnswer, {
        description: 'What campaigns take off; absent on orders of earlier versions.',
      }),
    ),
    schedule: Type.Array(InstalmentAnswer, { description: 'Every payment.' }),
  },
  { $id: 'Offer', description: 'One way to pay, with its amounts and schedule.' },
)

/** What the buyer may choose from. */
export const OffersAnswer = closed({
  offers: Type.Array(OfferAnswer, {
    description: "Products in the store's order, smaller counts first.",
  }),
})
