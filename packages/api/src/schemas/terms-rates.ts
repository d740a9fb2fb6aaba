/** The annual rates of terms. */
import { choice, closed, count, money, nullable, rateOf, words } from './answers.ts'
import { products } from './checkouts.ts'
import { Type } from './common.ts'

const AnnualRate = closed({
  num_instalments: count('Number of instalments.'),
  annual_equivalent: nullable(rateOf('Annual percentage rate (APR)'), {
    description: 'Annual percentage rate (APR), in hundredths of a percent; null: not offered.',
  }),
})

/** Answer of `GET /lender/stores/:storeId/terms/:version/rates`. */
export const TermsRates = closed(
  {
    products: Type.Array(
      closed({
        product: choice(products, 'The product.'),
        currency: words('ISO 4217 code.'),
        amounts: Type.Array(
          closed({
            amount: money('Amount of the order'),
            rates: Type.Array(AnnualRate, { description: 'By number of instalments.' }),
          }),
          { description: 'The smallest amount, the largest, and at most four between them.' },
        ),
      }),
      { description: 'The products of the version.' },
    ),
  },
  {
    $id: 'TermsRates',
    description:
      'Annual percentage rates (APR) of terms, if plans began today; of a dry run, those proposed.',
  },
)
