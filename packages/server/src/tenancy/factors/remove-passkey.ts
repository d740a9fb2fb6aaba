import { accept, existing } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { commitChange, lockOwn, type Own } from './change.ts'
import { decideRemoval } from './rules.ts'
import { findFactors, listPasskeys, passkeyRemoval } from './store.ts'

/** Errors: `passkey_not_found`, `factor_last`, `session_ended`. */
export function removePasskey(
  writing: RealWriting,
  { passkeyId, ...own }: Own & { readonly passkeyId: string },
): Promise<null> {
  return writing.writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    const passkeys = await listPasskeys(tx, own.staffId)
    const named = passkeys.find(({ id }) => id === passkeyId)
    const passkey = existing(named, 'passkey', passkeyId)
    const before = await findFactors(tx, own.staffId)
    const left = { ...before, passkeys: before.passkeys - 1 }
    accept(decideRemoval(left))
    const rowSets = [passkeyRemoval(passkey)]
    const change = { name: 'factor.remove', factor: 'passkey', left, rowSets } as const
    const { written } = commitChange(writing, tx, { place, change })
    return { outcome: null, written }
  })
}
