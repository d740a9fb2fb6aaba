import type { TSchema } from 'typebox'
import { limits } from '../limits.ts'
import { DateTime, optional, type Static, Type } from './common.ts'
import { scopes } from './stores.ts'

const Kind = Type.Enum(['private', 'public'])
const ScopeName = Type.Enum([...scopes])

/** Body of `POST /me/api-keys`. */
export const CreateApiKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.textMax, format: 'words' }),
  kind: Kind,
  scopes: optional(Type.Array(ScopeName, { maxItems: limits.scopesMax })),
  expires_at: optional(DateTime()),
})
export type ApiKeyWish = Static<typeof CreateApiKeyBody>

/** Body of `POST /me/api-keys/:keyId/rotate`: how long the old key works beside the new one. */
export const RotateApiKeyBody = Type.Object({
  overlap_minutes: optional(Type.Integer({ minimum: 0, maximum: limits.overlapMinutesMax })),
})
export type Rotation = Static<typeof RotateApiKeyBody>

const Moment = () => Type.String({ format: 'date-time' })
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const members = {
  id: Type.String(),
  name: Type.String(),
  kind: Kind,
  scopes: Type.Array(ScopeName),
  /** Its first and last characters; null where the service has never seen the key itself. */
  hint: Nullable(Type.String()),
  created: Moment(),
  last_used: Nullable(Moment()),
  expires_at: Nullable(Moment()),
  revoked_at: Nullable(Moment()),
}

/** A key as it is listed: never the key itself. */
export const ApiKeyAnswer = Type.Object(members)

/** A key just made: the only answer that holds the key itself. */
export const NewApiKeyAnswer = Type.Object({ ...members, key: Type.String() })

export const ApiKeyListAnswer = Type.Object({
  cursor: Type.Object({
    after: Nullable(Type.Integer()),
    before: Nullable(Type.Integer()),
  }),
  paging: Type.Object({
    count: Type.Integer(),
    next: Nullable(Type.String()),
    previous: Nullable(Type.String()),
  }),
  results: Type.Array(ApiKeyAnswer),
})

/** The answer of `GET /merchants/api-keys`. */
export const PublicKeyAnswer = Type.Object({ public_api_key: Nullable(Type.String()) })
