import { utcMicros } from '../dates.ts'
import type { ApiKey } from './api-key.ts'
import type { Issued } from './issue.ts'

const moment = (date: Date | null): string | null => (date === null ? null : utcMicros(date))

/** A key as it is listed: nothing of it that opens anything. */
export function apiKeyView(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    scopes: key.scopes,
    hint: key.hint,
    created: utcMicros(key.createdAt),
    last_used: moment(key.lastUsedAt),
    expires_at: moment(key.expiresAt),
    revoked_at: moment(key.revokedAt),
  }
}

/** The one answer that holds the key itself. */
export function newApiKeyView({ key, text }: Issued) {
  return { ...apiKeyView(key), key: text }
}
