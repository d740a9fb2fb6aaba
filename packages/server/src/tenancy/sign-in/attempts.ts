import { createHash } from 'node:crypto'
import { normalEmail } from '../../model/staff/person.ts'
import { Written } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Reading, RealWriting } from '../caller/context.ts'
import { decideAttempt, WINDOW_MS } from './rules.ts'
import { attemptRow, lockAttempts, readAttempts } from './store.ts'
import type { Ways } from './ways.ts'

/** The dependencies of signing in. */
export type SigningIn = RealWriting & Reading & { readonly vault: Vault }

/** The same, with factors of this service. */
export type Entering = SigningIn & Ways

type Attempting = {
  /** The address that was given, whether it exists or not. */
  readonly email: string
  /** The client's address, an IPv6 network as one; null: unknown. */
  readonly address: string | null
}

/**
 * Counts an attempt before anything is looked up, so that concurrent ones all count. A successful
 * one deletes its row. Errors: `sign_in_slowed`.
 */
export function beginAttempt(
  { writer, clock, ids }: RealWriting,
  { email, address }: Attempting,
): Promise<string> {
  const account = createHash('sha256').update(normalEmail(email)).digest('hex')
  return writer.transaction(null, async (tx) => {
    await lockAttempts(tx, account)
    const now = clock.now()
    const since = new Date(now.getTime() - WINDOW_MS)
    const attempts = await readAttempts(tx, { account, address, since })
    accept(decideAttempt({ ...attempts, now }))
    const id = ids.next()
    const row = attemptRow({ id, account, address, at: now })
    return tx.commit(id, Written.technically('sign_in', row))
  })
}
