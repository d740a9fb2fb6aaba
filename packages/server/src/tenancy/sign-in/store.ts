import { computed, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Removal, Transaction } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { type Attempts, WINDOW_MS } from './rules.ts'

/** Serialises the attempts for one account, across all processes. */
export async function lockAttempts(tx: Transaction, account: string): Promise<void> {
  const text = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked'
  await tx.query(text, [`sign-in/${account}`])
}

type Attempting = {
  readonly account: string
  /** Null: the address is unknown. */
  readonly address: string | null
  readonly since: Date
}

export async function readAttempts(
  tx: Transaction,
  { account, address, since }: Attempting,
): Promise<Omit<Attempts, 'now'>> {
  const here = 'FROM sign_in_attempts WHERE address = $2 AND at > $3'
  const [row] = await tx.query(
    select(
      computed<Omit<Attempts, 'now'>>({
        ofAccount: '(SELECT count(*) FROM sign_in_attempts WHERE account = $1 AND at > $3)',
        ofAddress: `(SELECT count(*) ${here} AND address <> '${UNKNOWN}')`,
        lastHere: `(SELECT max(at) ${here} AND account = $1)`,
        firstHere: `(SELECT min(at) ${here})`,
      }),
      '',
    ),
    [account, address ?? UNKNOWN, since],
  )
  return row ?? { ofAccount: 0, ofAddress: 0, lastHere: null, firstHere: null }
}

const UNKNOWN = 'unknown'

type Attempt = Omit<Attempting, 'since'> & { readonly id: string; readonly at: Date }

export function attemptRow({ address, ...attempt }: Attempt): Insert {
  return { table: 'sign_in_attempts', rows: [{ ...attempt, address: address ?? UNKNOWN }] }
}

export const attemptRemoval = (id: string): Removal => ({
  table: 'sign_in_attempts',
  remove: { id },
})

type Range = { readonly first: string; readonly last: string; readonly expiresFrom: Date }

/** Whether a challenge between two hashes was answered that expires then or later. */
export function wasOneAnswered(
  tx: Transaction,
  { first, last, expiresFrom }: Range,
): Promise<boolean> {
  const text = 'FROM used_challenges WHERE hash BETWEEN $1 AND $2 AND expires_at >= $3'
  return exists(tx, text, [first, last, expiresFrom])
}

const REMOVED_MAX = 1_000

/**
 * Deletes attempts that no longer count and challenges that can no longer be answered, up to this
 * many per call.
 */
export async function forgetAttempts(reader: Reader, now: Date): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_MS)
  await reader.query(
    `DELETE FROM sign_in_attempts WHERE id IN (
       SELECT id FROM sign_in_attempts WHERE at <= $1 ORDER BY at LIMIT $2)`,
    [since, REMOVED_MAX],
  )
  await reader.query(
    `DELETE FROM used_challenges WHERE hash IN (
       SELECT hash FROM used_challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
    [now, REMOVED_MAX],
  )
}
