import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'
import type { Closing } from './closing.ts'

/** SHA-256 over the one before and all that it says; the auditor computes it in SQL. */
export function hashOf(closing: Omit<Closing, 'hash'>): string {
  const { previousHash, day, closedAt, balances } = closing
  const said = [previousHash, day, utcMicros(closedAt), jsonbText(balances)]
  return sha256(said.join('|'))
}
