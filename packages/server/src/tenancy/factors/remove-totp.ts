import { accept } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { commitChange, lockOwn, type Own } from './change.ts'
import { decideRemoval } from './rules.ts'
import { findFactors, totpRemoval } from './store.ts'

/** Does nothing if there is none. Errors: `factor_last`, `session_ended`. */
export function removeTotp(writing: RealWriting, own: Own): Promise<null> {
  return writing.writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    const before = await findFactors(tx, own.staffId)
    if (!before.totp) return tx.commit(null)
    const left = { ...before, totp: false }
    accept(decideRemoval(left))
    const rowSets = [totpRemoval(own.staffId)]
    const change = { name: 'factor.remove', factor: 'totp', left, rowSets } as const
    const { written } = commitChange(writing, tx, { place, change })
    return { outcome: null, written }
  })
}
