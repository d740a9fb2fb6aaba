/** Plants in campaigns, their articles, and in what they took off. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

/** A campaign of the order's store. */
const campaign = (values: string): string =>
  `INSERT INTO campaigns (store_id, sandbox, id, name, start_at, end_at, interest, partial,
      num_instalments, min_order_amount, max_order_amount, created_at)
    SELECT store_id, ${values}, now() FROM orders WHERE ${ORDER_ITSELF}`

const article = (sandbox: boolean, campaignId: string): string =>
  `INSERT INTO campaign_articles (store_id, sandbox, campaign_id, id, name, url, created_at)
    SELECT store_id, ${sandbox}, '${campaignId}', 'a', 'A', 'https://shop.example', now()
    FROM orders WHERE ${ORDER_ITSELF}`

const discounts = (text: string): string =>
  `UPDATE order_details SET campaign_discounts = '${text}' WHERE ${ROW_OF_ORDER}`

const SOUND = `true, 'planted', 'Planted', now(), NULL, 5000, true, '{}', NULL, NULL`

const outOfBounds = (what: string, values: string): Plant => ({
  name: `a campaign ${what}`,
  expected: ['A15'],
  statements: [campaign(`true, 'planted', 'Planted', ${values}`)],
  found: 'planted',
})

const plan = (what: string, path: string, value: string): Plant => ({
  name: `a plan ${what}`,
  expected: ['A7', 'D1'],
  statements: [
    `UPDATE order_details SET offer = jsonb_set(offer, '${path}', '${value}')
      WHERE ${ROW_OF_ORDER}`,
  ],
})

export const campaignPlants: readonly Plant[] = [
  {
    name: 'an article of a campaign that does not exist',
    expected: ['A14'],
    statements: [article(true, 'nowhere')],
    found: 'nowhere',
  },
  {
    name: 'an article of a campaign of the other mode',
    expected: ['A14'],
    statements: [campaign(SOUND), article(false, 'planted')],
    found: 'planted',
  },
  {
    name: 'a campaign of a store that does not exist',
    expected: ['A14'],
    statements: [campaign(SOUND), `UPDATE campaigns SET store_id = 'nowhere' WHERE id = 'planted'`],
    found: 'planted',
  },
  outOfBounds(
    'that ends before it starts',
    `now(), now() - interval '1 s', 1, false, '{}', NULL, NULL`,
  ),
  outOfBounds('without an order amount that fits', `now(), NULL, 1, false, '{}', 2, 1`),
  outOfBounds('above all of the interest', `now(), NULL, 10001, false, '{}', NULL, NULL`),
  outOfBounds('for no instalments at all', `now(), NULL, 1, false, '{3, 0}', NULL, NULL`),
  {
    name: 'a discount above all of the interest',
    expected: ['A15', 'D1'],
    statements: [
      discounts(`[{"num_instalments": [3], "denominator": "2", "parts": [
        {"id": "a", "numerator": "20000"}, {"id": "b", "numerator": "1"}]}]`),
    ],
  },
  {
    name: 'a discount of nothing',
    expected: ['A15', 'D1'],
    statements: [discounts(`[{"num_instalments": [3], "denominator": "0", "parts": []}]`)],
  },
  {
    name: 'a plan with the discount of a campaign that did not count',
    expected: ['A15', 'A9', 'D1'],
    statements: [
      `UPDATE order_details SET offer = jsonb_set(offer, '{discounts}',
        '[{"campaign_id": "planted", "amount": 1}]') WHERE ${ROW_OF_ORDER}`,
    ],
  },
  plan('of which a part pays a cent less', '{schedule,1,capital}', '1'),
  plan('of which a payment is not its parts', '{schedule,1,amount}', '1'),
  plan('of which a part has a fee that nobody knows', '{schedule,1,fee}', '1'),
  plan('that costs less than its parts', '{total_amount}', '1'),
  plan('with a down payment that nobody makes', '{downpayment_amount}', '1'),
  plan('without any part', '{schedule}', '[]'),
  {
    name: 'an order whose rate is not that of its plan',
    expected: ['A14', 'A15', 'D1'],
    statements: [`UPDATE orders SET nominal_rate = nominal_rate - 1 WHERE ${ORDER_ITSELF}`],
  },
]
