import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { RealWriting } from '../caller/context.ts'
import type { Issued } from '../sessions/issue.ts'
import { commitChange, lockOwn, type Own } from './change.ts'
import { isOffered } from './offers.ts'
import { findFactors, totpPlace, totpUpsert } from './store.ts'
import { deltaOf, stepAt } from './totp.ts'

type AddTotpInput = Own & {
  readonly secret: string
  readonly ticket: string
  readonly code: string
}

/**
 * Replaces the device that generates codes: its first code proves that it has the secret. Errors:
 * `body_invalid`, `session_ended`.
 */
export function addTotp(
  writing: RealWriting & { readonly vault: Vault },
  { secret, ticket, code, ...own }: AddTotpInput,
): Promise<Issued | null> {
  const { writer, vault, clock } = writing
  const { staffId, sessionId } = own
  const now = clock.now()
  if (!isOffered({ vault, now }, { sessionId, secret }, ticket)) {
    throw new Refused('body_invalid', { fields: { ticket: ['is not of this secret, or is over'] } })
  }
  const delta = deltaOf(secret, code, now)
  if (delta === null) {
    throw new Refused('body_invalid', { fields: { code: ['is not the code of now'] } })
  }
  return writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    const left = { ...(await findFactors(tx, staffId)), totp: true }
    const sealed = vault.seal(secret, totpPlace(staffId))
    // The first code counts like any other: once.
    const totp = { staffId, secret: sealed, lastStep: stepAt(now) + delta, createdAt: now }
    const change = {
      name: 'factor.add',
      factor: 'totp',
      left,
      rowSets: [totpUpsert(totp)],
    } as const
    return commitChange(writing, tx, { place, change })
  })
}
