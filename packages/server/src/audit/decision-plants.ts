/** Plants in what was decided. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

const change = (set: string) => `UPDATE decisions SET ${set} WHERE ${ROW_OF_ORDER}`
const REASON = `'[{"code": "age_below_minimum", "source": "rules", "effect": "refused",
  "advisory": false}]'`

export const decisionPlants: readonly Plant[] = [
  {
    name: 'a signature without a decision',
    expected: ['A4', 'D1'],
    statements: [`DELETE FROM decisions WHERE ${ROW_OF_ORDER}`],
  },
  {
    name: 'a decision on what nobody signed',
    expected: ['A4'],
    statements: [
      `INSERT INTO decisions (store_id, order_id, id, sandbox, buyer_id, outcome, decider, version,
         reasons, inputs, created_at)
       SELECT store_id, id, md5(id), sandbox, 'nobody', 'refused', 'person', '1', '[]', '{}', now()
       FROM orders WHERE ${ORDER_ITSELF}`,
    ],
    from: 'pending',
  },
  {
    name: 'a decision on data that no event tells of',
    expected: ['A4'],
    statements: [
      `INSERT INTO decisions (store_id, order_id, id, sandbox, buyer_id, outcome, decider, version,
         reasons, inputs, created_at)
       SELECT store_id, id, md5(id), sandbox, 'nobody', 'accepted', 'person', '1', '[]', '{}', now()
       FROM orders WHERE ${ORDER_ITSELF}`,
    ],
    from: 'pending',
  },
  {
    name: 'a refusal before the decision that counts',
    expected: ['A4'],
    statements: [
      change('number = 2'),
      `INSERT INTO decisions (store_id, order_id, id, number, sandbox, buyer_id, outcome, decider,
         version, reasons, inputs, created_at)
       SELECT store_id, order_id, md5(id), 1, sandbox, buyer_id, 'refused', decider, version, '[]',
         inputs, created_at FROM decisions WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'a decision that is missing from the middle',
    expected: ['A4'],
    statements: [change('number = 3')],
  },
  {
    name: 'a refusal of an order that went on',
    expected: ['A4', 'D1'],
    statements: [change(`outcome = 'refused'`)],
  },
  {
    name: 'a decision of the other mode',
    expected: ['A14'],
    statements: [change('sandbox = NOT sandbox')],
  },
  {
    name: 'a decision on another buyer',
    expected: ['A14'],
    statements: [change(`buyer_id = 'another'`)],
  },
  {
    name: 'a decision against its reasons',
    expected: ['A4', 'D1'],
    statements: [change(`reasons = ${REASON}, inputs = jsonb_set(inputs, '{age}', '17')`)],
  },
  {
    name: 'a reason that nothing judged gives',
    expected: ['A4', 'D1'],
    statements: [change(`reasons = ${REASON}`)],
  },
  {
    name: 'a limit that was exceeded without a reason',
    expected: ['A4', 'D1'],
    statements: [
      change(`reasons = '[]', inputs = jsonb_set(inputs, '{loans,open_amount}', '1000000')`),
    ],
  },
  {
    name: 'a review of what was not refused',
    expected: ['A14'],
    statements: [
      `INSERT INTO decision_reviews (store_id, order_id, decision_id, outcome, created_at)
       SELECT store_id, order_id, id, 'overturned', now() FROM decisions WHERE ${ROW_OF_ORDER}`,
    ],
  },
]
