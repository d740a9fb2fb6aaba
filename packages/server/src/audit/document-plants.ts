/** What may happen to the archive of documents. */
import { type Plant, ROW_OF_ORDER } from './plant.ts'

export const documentPlants: readonly Plant[] = [
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
