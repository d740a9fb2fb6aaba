import type { UnblockWish } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findPeople, type LenderPerson } from '../people/list-store.ts'
import { decideUnblock } from './rules.ts'
import { findLastBlock, liftedRow, lockPerson } from './store.ts'

/** Refusals: `person_not_found`, `person_not_blocked`. */
export function unblockPerson(
  writing: RealWriting,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { id, reason }: UnblockWish & { readonly id: string },
): Promise<LenderPerson> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    existing(isId(id) ? await lockPerson(tx, { id, sandbox }) : undefined, 'person', id)
    const now = clock.now()
    const block = accept(decideUnblock(await findLastBlock(tx, id), now))
    const [person] = await findPeople(tx, { sandbox, now }, [id])
    const free = { blockedAt: null, blockedUntil: null, blockReason: null }
    const changes = { block: { old: block.number, new: null }, at: { old: null, new: now } }
    const about = { object: { kind: 'person', id }, storeId: null, sandbox, personId: id } as const
    return tx.commit(
      { ...existing(person, 'person', id), ...free },
      acted(
        writing,
        { action: 'person.unblock', ...about, reason, changes },
        liftedRow(block, now),
      ),
    )
  })
}
