import { choice, closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { lenderScopes } from './lender-keys.ts'

const key = {
  id: hexId('Id of the key.'),
  name: words('Name of the key, for your own reference.'),
  mode: choice(['sandbox', 'live'], 'Mode that the key is limited to.'),
  scopes: Type.Array(choice(lenderScopes, 'Scopes of the key.'), {
    description: 'In sorted order.',
  }),
  addresses: nullable(
    Type.Array(words('An IP address or range.'), {
      description: 'IP addresses and ranges that the key is limited to.',
    }),
  ),
  owner: nullable(
    hexId('The person responsible for the key; null if it was created on the command line.'),
  ),
  maker: nullable(hexId('The person who created the key; null for the command line.')),
  hint: words('First and last characters of the key.'),
  created: moment('Creation time'),
  last_used: nullable(moment('Last use')),
  expires_at: moment('When it expires'),
  revoked_at: nullable(moment('When it was revoked')),
}

export const LenderKeyAnswer = closed(key, {
  $id: 'LenderKey',
  description: 'A lender key, without its secret.',
})
export const LenderKeyPage = pageOf(LenderKeyAnswer, 'LenderKeyPage')

export const NewLenderKeyAnswer = closed(
  {
    ...key,
    key: Type.String({
      pattern: '^lk_[a-z2-7]{56}$',
      description: 'The key. It is shown only once.',
    }),
  },
  { $id: 'NewLenderKey', description: 'A newly created lender key.' },
)
