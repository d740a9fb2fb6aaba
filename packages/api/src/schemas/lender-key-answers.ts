import { choice, closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { lenderScopes } from './lender-keys.ts'

const key = {
  id: hexId('Names the key.'),
  name: words('What it is for.'),
  mode: choice(['sandbox', 'live'], 'The one mode in which it works.'),
  scopes: Type.Array(choice(lenderScopes, 'What it may do.'), { description: 'In one order.' }),
  addresses: nullable(
    Type.Array(words('An address, or a range.'), { description: 'From where it works.' }),
  ),
  owner: nullable(hexId('The person who answers for it; null: nobody, it is of the command line.')),
  maker: nullable(hexId('The person who made it; null: the command line.')),
  hint: words('The first and last characters.'),
  created: moment('When it was made'),
  last_used: nullable(moment('When it was last used')),
  expires_at: moment('When it ends'),
  revoked_at: nullable(moment('When it was revoked')),
}

export const LenderKeyAnswer = closed(key, {
  $id: 'LenderKey',
  description: 'A key of the lender: never the key itself.',
})
export const LenderKeyPage = pageOf(LenderKeyAnswer, 'LenderKeyPage')

export const NewLenderKeyAnswer = closed(
  {
    ...key,
    key: Type.String({
      pattern: '^lk_[a-z2-7]{56}$',
      description: 'The key itself. It is shown this once.',
    }),
  },
  { $id: 'NewLenderKey', description: 'A key of the lender that has just been made.' },
)
