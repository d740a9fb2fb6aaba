import type {
  Answered,
  ApiKeyAnswer,
  NewApiKeyAnswer,
  RevokedKeyAnswer,
  RevokedKeysAnswer,
} from '@svc/api'
import type { ApiKey } from '../../model/keys/api-key.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Issued } from './issue.ts'
import type { Revoked } from './revoke-key.ts'

const moment = (date: Date | null): string | null => (date === null ? null : utcMicros(date))

/** A key in a list, without its secret. */
export function apiKeyView(key: ApiKey): Answered<typeof ApiKeyAnswer> {
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    scopes: key.scopes,
    mode: key.mode,
    addresses: key.addresses,
    maker: key.makerId,
    hint: key.hint,
    created: utcMicros(key.createdAt),
    last_used: moment(key.lastUsedAt),
    expires_at: moment(key.expiresAt),
    revoked_at: moment(key.revokedAt),
  }
}

/**
 * The result of a revocation: keys that it has created and that were revoked too, or stay valid.
 */
export function revokedKeyView({ key, minted }: Revoked): Answered<typeof RevokedKeyAnswer> {
  return { ...apiKeyView(key), minted: minted.map(({ id }) => id) }
}

export function revokedKeysView(keys: readonly ApiKey[]): Answered<typeof RevokedKeysAnswer> {
  return { revoked: keys.map(({ id }) => id) }
}

/** The only answer that contains the key itself. */
export function newApiKeyView({ key, text }: Issued): Answered<typeof NewApiKeyAnswer> {
  return { ...apiKeyView(key), key: text }
}
