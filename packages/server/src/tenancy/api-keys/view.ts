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

/** A key as it is listed: nothing of it that opens anything. */
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

/** What revoking a key did: keys that it has made and that ended with it, or still work. */
export function revokedKeyView({ key, minted }: Revoked): Answered<typeof RevokedKeyAnswer> {
  return { ...apiKeyView(key), minted: minted.map(({ id }) => id) }
}

export function revokedKeysView(keys: readonly ApiKey[]): Answered<typeof RevokedKeysAnswer> {
  return { revoked: keys.map(({ id }) => id) }
}

/** The one answer that holds the key itself. */
export function newApiKeyView({ key, text }: Issued): Answered<typeof NewApiKeyAnswer> {
  return { ...apiKeyView(key), key: text }
}
