/** Bodies of requests about terms, as the operations take them. */
import { existing, Refused } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import { accountOf } from './account.ts'

const HAS_OFFSET = /[Tt ].*(?:[Zz]|[+-]\d{2}:?\d{2})$/

/** Nobody should have to guess the zone of terms. Refusals: `body_invalid`. */
export function momentIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const parsed = HAS_OFFSET.test(text) ? parseDate(text, 'UTC') : undefined
  if (parsed !== undefined) return parsed.instant
  const sentence = 'must be a time with its offset, such as 2027-01-01T00:00:00+01:00'
  throw new Refused('body_invalid', { fields: { effective_from: [sentence] } })
}

/** Refusals: `terms_not_found`. */
export function versionIn(text: string): number {
  const version = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  return existing(version, 'terms', text)
}

/** The object of a second person's approval of a change. Refusals: `store_not_found`. */
export async function objectIn(
  reading: Reading,
  { params }: { readonly params: { readonly storeId: string } },
) {
  const { id } = await accountOf(reading, params.storeId)
  return { kind: 'store', id, storeId: id }
}
