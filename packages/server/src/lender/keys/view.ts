import type { Answered, LenderKeyAnswer, NewLenderKeyAnswer } from '@svc/api'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { IssuedLenderKey } from './create-lender-key.ts'

const moment = (date: Date | null): string | null => (date === null ? null : utcMicros(date))

/** A key as it is listed: nothing of it that opens anything. */
export function lenderKeyView(key: LenderKey): Answered<typeof LenderKeyAnswer> {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    scopes: key.scopes,
    addresses: key.addresses,
    owner: key.ownerId,
    maker: key.makerId,
    hint: key.hint,
    created: utcMicros(key.createdAt),
    last_used: moment(key.lastUsedAt),
    expires_at: utcMicros(key.expiresAt),
    revoked_at: moment(key.revokedAt),
  }
}

/** The one answer that holds the key itself. */
export function newLenderKeyView({
  key,
  text,
}: IssuedLenderKey): Answered<typeof NewLenderKeyAnswer> {
  return { ...lenderKeyView(key), key: text }
}
