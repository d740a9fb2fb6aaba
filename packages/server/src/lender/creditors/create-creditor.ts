import type { CreditorWish, ReasonGiven } from '@svc/api'
import { identityOf, type WholeCreditor } from '../../model/creditors/creditor.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { actionOf } from './action.ts'
import { creditorRow } from './store.ts'

type NewCreditor = {
  readonly sandbox: boolean
  readonly wish: CreditorWish
  readonly reason: ReasonGiven
}

/** A creditor that terms of stores of the mode may name. */
export function createCreditor(
  writing: RealWriting,
  { sandbox, wish, reason }: NewCreditor,
): Promise<WholeCreditor> {
  const { writer, clock, ids } = writing
  return writer.transaction(null, async (tx) => {
    const own = { id: ids.next(), version: 1, sandbox, createdAt: clock.now() }
    const newest = { ...own, identity: identityOf(wish) }
    const action = actionOf(newest, { reason })
    return tx.commit({ newest, versions: [newest] }, acted(writing, action, creditorRow(newest)))
  })
}
