import { type TSchema, type TSchemaOptions, Type } from 'typebox'
import { scopes } from './stores.ts'

const closed = <T extends Readonly<Record<string, TSchema>>>(
  properties: T,
  options: TSchemaOptions = {},
) => Type.Object(properties, { additionalProperties: false, ...options })
const nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)
const moment = (description: string) =>
  Type.String({ format: 'date-time', description: `${description}, UTC.` })

const members = {
  id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Names the key.' }),
  name: Type.String({ description: 'What it is for.' }),
  kind: Type.Enum(['private', 'public'], { description: 'Of a server, or of pages.' }),
  scopes: Type.Array(Type.Enum([...scopes]), {
    description: 'What a private key may do; a public one has none.',
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

const page = (which: string) =>
  nullable(Type.Integer({ minimum: 1 }), {
    description: `Number of the ${which} page; null where there is none.`,
  })
const link = (which: string) =>
  nullable(Type.String({ format: 'uri' }), {
    description: `Address of the ${which} page; null where there is none.`,
  })

export const ApiKeyPage = closed(
  {
    cursor: closed({ after: page('next'), before: page('previous') }),
    paging: closed({
      count: Type.Integer({ minimum: 0, description: 'How many there are on all pages.' }),
      next: link('next'),
      previous: link('previous'),
    }),
    results: Type.Array(ApiKeyAnswer, { description: 'This page, newest first.' }),
  },
  { $id: 'ApiKeyPage', description: 'One page of a list.' },
)

/** The answer of `GET /merchants/api-keys`. */
export const PublicKeyAnswer = closed(
  {
    public_api_key: nullable(Type.String({ pattern: '^pk_[a-z2-7]{56}$' }), {
      description: 'The newest valid public key; null where only its hash is kept.',
    }),
  },
  { $id: 'PublicKey', description: "The key for the store's pages." },
)
