import { closed, nullable, words } from './answers.ts'
import { Type } from './common.ts'

const Grant = closed(
  {
    holder: words('A role, or `lender_key` for any lender key.'),
    power: Type.Enum(['may', 'asks'], {
      description: '`may`: can do it alone. `asks`: needs the approval of a second person.',
    }),
    limit: nullable(Type.Integer(), {
      description: 'Maximum without approval; above it a second person approves. Null: unlimited.',
    }),
    limit_of: nullable(Type.Enum(['cents', 'cents_a_loan', 'rows']), {
      description: 'Unit of the limit: `cents` are minor units of the currency.',
    }),
    reach: nullable(Type.Enum(['own', 'own_store', 'outcome', 'webhooks']), {
      description: "Restriction of the permission, such as reading only one's own actions.",
    }),
  },
  { $id: 'Grant', description: 'A permission as held by a role.' },
)

const line = {
  permission: words('The permission, as routes require it.'),
  own: Type.Boolean({ description: 'Whether the caller has the permission.' }),
  grants: Type.Array(Grant, {
    description: 'The roles that have the permission, and their limits.',
  }),
}
const scope = nullable(words('Scope that gives the permission to a key; null: no key can have it.'))

/** The answer of `GET /lender/roles`. */
export const LenderRolesAnswer = closed(
  {
    principal: closed({
      kind: Type.Enum(['lender_person', 'lender_key'], { description: 'The caller.' }),
      id: nullable(words('Id.')),
      name: nullable(words('Name of the person.')),
    }),
    results: Type.Array(
      closed(
        { ...line, scope },
        { $id: 'PermissionLine', description: 'A row of the permission matrix.' },
      ),
      { description: 'The permission matrix, one row per permission.' },
    ),
  },
  { $id: 'LenderRoles', description: 'Roles and their permissions.' },
)

/** The answer of `GET /me/roles`. */
export const StoreRolesAnswer = closed(
  {
    results: Type.Array(
      closed(line, {
        $id: 'StorePermissionLine',
        description: 'The permission, as routes of a store require it.',
      }),
      { description: "One row for each permission of a store's staff." },
    ),
  },
  { $id: 'StoreRoles', description: 'The permissions of the roles of a store.' },
)
