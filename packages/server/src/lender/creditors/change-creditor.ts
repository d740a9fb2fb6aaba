import { isDeepStrictEqual } from 'node:util'
import type { CreditorWish, ReasonGiven } from '@svc/api'
import { identityOf, type WholeCreditor } from '../../model/creditors/creditor.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { actionOf } from './action.ts'
import { creditorRow, listVersions } from './store.ts'

type ChangeCreditor = {
  readonly id: string
  readonly sandbox: boolean
  /** The one that was read. */
  readonly version: number
  readonly wish: CreditorWish
  readonly reason: ReasonGiven
}

/**
 * A new version of a creditor, in full; no change makes no version. Of two concurrent ones the
 * second starts from the first one's result, since a version exists once. Terms print it from when
 * they name it again. Refusals: `creditor_not_found`, `terms_conflict`.
 */
export function changeCreditor(
  writing: RealWriting,
  { id, sandbox, version, wish, reason }: ChangeCreditor,
): Promise<WholeCreditor> {
  const { writer, clock } = writing
  return writer.transaction(`creditor/${id}`, async (tx) => {
    const versions = await listVersions(tx, { id, sandbox })
    const before = existing(versions[0], 'creditor', id)
    if (before.version !== version) {
      throw new Refused('terms_conflict', { values: { state: before.version } })
    }
    const identity = identityOf(wish)
    if (isDeepStrictEqual(before.identity, identity)) return tx.commit({ newest: before, versions })
    const newest = { ...before, version: version + 1, identity, createdAt: clock.now() }
    const action = actionOf(newest, { before: before.identity, reason })
    const whole = { newest, versions: [newest, ...versions] }
    return tx.commit(whole, acted(writing, action, creditorRow(newest)))
  })
}
