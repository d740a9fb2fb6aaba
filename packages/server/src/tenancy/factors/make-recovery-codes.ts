import type { RealWriting } from '../caller/context.ts'
import { commitChange, lockOwn, type Own } from './change.ts'
import { CODES, hashRecoveryCode, newRecoveryCode } from './recovery.ts'
import { codeRemoval, codeRows, findFactors } from './store.ts'

/** Ten new codes, which replace all previous ones and are not stored. Errors: `session_ended`. */
export function makeRecoveryCodes(writing: RealWriting, own: Own): Promise<readonly string[]> {
  const { writer, ids, clock } = writing
  const codes = Array.from({ length: CODES }, () => newRecoveryCode(ids.bytes))
  return writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    const left = { ...(await findFactors(tx, own.staffId)), recoveryCodes: CODES }
    const hashes = codes.map(hashRecoveryCode)
    const rowSets = [codeRemoval(own.staffId), codeRows(own.staffId, hashes, clock.now())]
    const change = { name: 'factor.add', factor: 'recovery_codes', left, rowSets } as const
    const { written } = commitChange(writing, tx, { place, change })
    return { outcome: codes, written }
  })
}
