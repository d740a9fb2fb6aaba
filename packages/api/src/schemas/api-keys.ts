import { limits } from '../limits.ts'
import { DateTime, optional, type Static, Type } from './common.ts'
import { scopes } from './stores.ts'

const Kind = Type.Enum(['private', 'public'])
const ScopeName = Type.Enum([...scopes])

/** Body of `POST /me/api-keys`. */
export const CreateApiKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.textMax, format: 'name' }),
  kind: Kind,
  scopes: optional(Type.Array(ScopeName, { maxItems: limits.scopesMax })),
  mode: optional(Type.Enum(['sandbox', 'live'])),
  addresses: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, format: 'address-range' }), {
      maxItems: limits.keyAddressesMax,
    }),
  ),
  expires_at: optional(DateTime()),
})
export type ApiKeyWish = Static<typeof CreateApiKeyBody>

/** Body of `POST /me/api-keys/:keyId/rotate`: how long the old key stays valid. */
export const RotateApiKeyBody = Type.Object({
  overlap_minutes: optional(Type.Integer({ minimum: 0, maximum: limits.overlapMinutesMax })),
})
export type Rotation = Static<typeof RotateApiKeyBody>

/** Body of `POST /me/api-keys/revoke-all`: ids of the keys to keep. */
export const RevokeAllBody = Type.Object({
  except: optional(
    Type.Array(Type.String({ format: 'uuid-hex' }), { maxItems: limits.apiKeysMax }),
  ),
})
export type RevokeAllWish = Static<typeof RevokeAllBody>

export const revokeKeyQuery = {
  cascade: optional(
    Type.Boolean({
      default: false,
      description: 'Whether to revoke the keys created with this one as well.',
    }),
  ),
}
