import { closed, nullable, words } from './answers.ts'
import { Type } from './common.ts'

const Grant = closed(
  {
    holder: words('A role, or `lender_key` for any key of the lender.'),
    power: Type.Enum(['may', 'asks'], {
      description: '`may`: alone. `asks`: a second person approves it.',
    }),
    limit: nullable(Type.Integer(), {
      description: 'Alone up to here, above it a second person approves; null: without a bound.',
    }),
    limit_of: nullable(Type.Enum(['cents', 'cents_a_loan', 'rows']), {
      description: 'What the limit counts: `cents` are minor units of the currency.',
    }),
    reach: nullable(Type.Enum(['own', 'own_store', 'outcome', 'webhooks']), {
      description: 'What of it, where not all: of a log of actions only their own.',
    }),
  },
  { $id: 'Grant', description: 'What a role may do.' },
)

const line = {
  permission: words('What a route asks of its caller.'),
  own: Type.Boolean({ description: 'Whether whoever asks has it.' }),
  grants: Type.Array(Grant, { description: 'Who else has it, and how far.' }),
}
const scope = nullable(words('What opens it to a key; null: no key has it.'))

/** The answer of `GET /lender/roles`. */
export const LenderRolesAnswer = closed(
  {
    principal: closed({
      kind: Type.Enum(['lender_person', 'lender_key'], { description: 'Who asks.' }),
      id: nullable(words('Their id.')),
      name: nullable(words('Their name.')),
    }),
    results: Type.Array(
      closed({ ...line, scope }, { $id: 'PermissionLine', description: 'A line of the matrix.' }),
      { description: 'The whole matrix, a line for each permission.' },
    ),
  },
  { $id: 'LenderRoles', description: 'Who may do what.' },
)

/** The answer of `GET /me/roles`. */
export const StoreRolesAnswer = closed(
  {
    results: Type.Array(
      closed(line, { $id: 'StorePermissionLine', description: 'What routes of a store ask for.' }),
      { description: 'A line for each permission of the people of a store.' },
    ),
  },
  { $id: 'StoreRoles', description: 'Which people of a store may do what there.' },
)
