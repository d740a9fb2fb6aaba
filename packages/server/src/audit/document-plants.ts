/** What may happen to the archive of documents. */
import { type Plant, ROW_OF_ORDER } from './plant.ts'

const REHASHED = `UPDATE documents SET html = replace(html, '500', '400'),
    sha256 = encode(sha256(convert_to(replace(html, '500', '400'), 'UTF8')), 'hex')
  WHERE ${ROW_OF_ORDER} AND kind = 'agreement'`

export const documentPlants: readonly Plant[] = [
  {
    name: 'an agreement that was rewritten together with its own hash',
    expected: ['D1'],
    statements: [REHASHED],
  },
  {
    name: 'an agreement that was rewritten together with every hash but the chained one',
    expected: ['D1'],
    statements: [
      REHASHED,
      `UPDATE order_details SET signed_hash = encode(sha256(signed_hash::bytea), 'hex')
       WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'an annual rate that nobody signed',
    expected: ['A7', 'D1'],
    statements: [
      `UPDATE order_details SET offer = offer || '{"annual_equivalent": 1}' WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'a late charge that nobody signed',
    expected: ['A7', 'D1'],
    statements: [
      `UPDATE order_details SET loan_terms = loan_terms || '{"lateCharge": 9999}'
       WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'an agreement that was rewritten',
    expected: ['D1'],
    statements: [
      `UPDATE documents SET html = replace(html, '500', '400')
       WHERE ${ROW_OF_ORDER} AND kind = 'agreement'`,
    ],
  },
  {
    name: 'an agreement that is gone',
    expected: ['D1'],
    statements: [`DELETE FROM documents WHERE ${ROW_OF_ORDER} AND kind = 'agreement'`],
  },
  {
    name: 'an agreement that was signed later than what was told before it',
    expected: ['D1'],
    statements: [
      `UPDATE documents SET created_at = created_at + interval '1 second'
       WHERE ${ROW_OF_ORDER} AND kind = 'agreement'`,
    ],
  },
  {
    name: 'an agreement of the other mode',
    expected: ['A14'],
    statements: [
      `UPDATE documents SET sandbox = NOT sandbox WHERE ${ROW_OF_ORDER} AND kind = 'agreement'`,
    ],
  },
]
