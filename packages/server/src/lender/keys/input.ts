import type { LenderKeyWish } from '@svc/api'
import { assert } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'

/** When a new key ends: a date without a time stands for its whole day, by UTC. */
export function endOf({ expires_at: text }: LenderKeyWish): Date {
  const parsed = parseDate(text, 'UTC')
  assert(parsed !== undefined, 'the end of a key has been checked')
  return parsed.dayEnd ?? parsed.instant
}
