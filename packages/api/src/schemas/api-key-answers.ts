import { closed, hexId, moment, nullable, pageOf } from './answers.ts'
import { Type } from './common.ts'
import { scopes } from './stores.ts'

const members = {
  id: hexId('Id of the key.'),
  name: Type.String({ description: 'Name of the key, for your own reference.' }),
  kind: Type.Enum(['private', 'public'], {
    description: 'Private (for servers) or public (for pages).',
  }),
  scopes: Type.Array(Type.Enum([...scopes]), {
    description: 'Scopes of a private key; empty for a public key.',
  }),
  mode: nullable(Type.Enum(['sandbox', 'live']), {
    description: 'Mode that the key is limited to; null: both.',
  }),
  addresses: nullable(Type.Array(Type.String()), {
    description: 'IP addresses and ranges that the key is limited to; null: all.',
  }),
  maker: nullable(hexId('Id of the key.'), {
    description: 'Key that created it; null: the operator.',
  }),
  hint: nullable(Type.String(), {
    description: 'First and last characters of the key; null for keys of earlier versions.',
  }),
  created: moment('Creation time'),
  last_used: nullable(moment('When the key was last used, to the minute')),
  expires_at: nullable(moment('When it expires')),
  revoked_at: nullable(moment('When it was revoked')),
}

export const ApiKeyAnswer = closed(members, {
  $id: 'ApiKey',
  description: 'A key as listed, without its secret.',
})

export const NewApiKeyAnswer = closed(
  {
    ...members,
    key: Type.String({
      pattern: '^[sp]k_[a-z2-7]{56}$',
      description: 'The key. It is shown only once.',
    }),
  },
  { $id: 'NewApiKey', description: 'A newly created key.' },
)

export const ApiKeyPage = pageOf(ApiKeyAnswer, 'ApiKeyPage')

export const RevokedKeyAnswer = closed(
  {
    ...members,
    minted: Type.Array(hexId('Id of the key.'), {
      description:
        'Active keys created with it, directly or indirectly; with `cascade` they were revoked.',
    }),
  },
  { $id: 'RevokedKey', description: 'A revoked key.' },
)

export const RevokedKeysAnswer = closed(
  { revoked: Type.Array(hexId('Id of the key.'), { description: 'The keys that were revoked.' }) },
  { $id: 'RevokedKeys', description: 'The revoked keys.' },
)

/** The answer of `GET /merchants/api-keys`. */
export const PublicKeyAnswer = closed(
  {
    public_api_key: nullable(Type.String({ pattern: '^pk_[a-z2-7]{56}$' }), {
      description: 'The newest valid public key; null if only its hash is stored.',
    }),
  },
  { $id: 'PublicKey', description: "The public key for the store's pages." },
)
