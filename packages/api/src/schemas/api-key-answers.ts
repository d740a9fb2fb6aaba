import { closed, hexId, moment, nullable, pageOf } from './answers.ts'
import { Type } from './common.ts'
import { scopes } from './stores.ts'

const members = {
  id: hexId('Names the key.'),
  name: Type.String({ description: 'What it is for.' }),
  kind: Type.Enum(['private', 'public'], { description: 'Of a server, or of pages.' }),
  scopes: Type.Array(Type.Enum([...scopes]), {
    description: 'What a private key may do; a public one has none.',
  }),
  mode: nullable(Type.Enum(['sandbox', 'live']), {
    description: 'The one mode in which it works; null: both.',
  }),
  addresses: nullable(Type.Array(Type.String()), {
    description: 'The addresses and ranges from which it works; null: all.',
  }),
  maker: nullable(hexId('Names the key.'), {
    description: 'The key that made it; null: the operator.',
  }),
  hint: nullable(Type.String(), {
    description: 'Its first and last characters; null for keys of earlier versions.',
  }),
  created: moment('When it was made'),
  last_used: nullable(moment('When it was last used, to the minute')),
  expires_at: nullable(moment('When it ends')),
  revoked_at: nullable(moment('When it was revoked')),
}

export const ApiKeyAnswer = closed(members, {
  $id: 'ApiKey',
  description: 'A key as it is listed: never the key itself.',
})

export const NewApiKeyAnswer = closed(
  {
    ...members,
    key: Type.String({
      pattern: '^[sp]k_[a-z2-7]{56}$',
      description: 'The key itself. It is shown this once.',
    }),
  },
  { $id: 'NewApiKey', description: 'A key that has just been made.' },
)

export const ApiKeyPage = pageOf(ApiKeyAnswer, 'ApiKeyPage')

export const RevokedKeyAnswer = closed(
  {
    ...members,
    minted: Type.Array(hexId('Names a key.'), {
      description:
        'Working keys that it has made, or that were made by those; with `cascade` they ended.',
    }),
  },
  { $id: 'RevokedKey', description: 'A key that has been revoked.' },
)

export const RevokedKeysAnswer = closed(
  { revoked: Type.Array(hexId('Names a key.'), { description: 'The keys that ended.' }) },
  { $id: 'RevokedKeys', description: 'What was revoked at once.' },
)

/** The answer of `GET /merchants/api-keys`. */
export const PublicKeyAnswer = closed(
  {
    public_api_key: nullable(Type.String({ pattern: '^pk_[a-z2-7]{56}$' }), {
      description: 'The newest valid public key; null where only its hash is stored.',
    }),
  },
  { $id: 'PublicKey', description: "The key for the store's pages." },
)
