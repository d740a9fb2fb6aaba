import type { BlockWish } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { parseDate } from '../../platform/time/dates.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { findPeople, type LenderPerson } from '../people/list-store.ts'
import { decideBlock, decideThere } from './rules.ts'
import { blockRow, findLastBlock, liftedRow, lockPerson } from './store.ts'

/**
 * From the commit on the person signs nowhere in the mode: a concurrent signature is before it or
 * after it, since both lock them. Blocking a blocked person again renews the block. Refusals:
 * `person_not_found`, `person_gone`.
 */
export function blockPerson(
  writing: RealWriting,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { id, until, reason }: BlockWish & { readonly id: string },
): Promise<LenderPerson> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    const locked = isId(id) ? await lockPerson(tx, { id, sandbox }) : undefined
    accept(decideThere(existing(locked, 'person', id)))
    // Under the lock: who signed before it has committed.
    const now = clock.now()
    const last = await findLastBlock(tx, id)
    const { lifts, ...block } = accept(
      decideBlock({ personId: id, last, until: endOf(until), reason, now }),
    )
    const rows = lifts === undefined ? [] : [liftedRow(lifts, now)]
    const [person] = await findPeople(tx, { sandbox, now }, [id])
    const { blockedAt, blockedUntil, reasonCode: blockReason } = block
    const after = { ...existing(person, 'person', id), blockedAt, blockedUntil, blockReason }
    const changes = {
      block: { old: lifts?.number ?? null, new: block.number },
      until: { old: lifts?.blockedUntil ?? null, new: blockedUntil },
      at: { old: null, new: now },
    }
    const about = { object: { kind: 'person', id }, storeId: null, sandbox, personId: id } as const
    return tx.commit(
      after,
      acted(
        writing,
        { action: 'person.block', ...about, reason, changes },
        ...rows,
        blockRow(block),
      ),
    )
  })
}

/** A day is over at its end; null: the block has none. */
function endOf(until: string | undefined): Date | null {
  const date = until === undefined ? undefined : parseDate(until, LENDER_ZONE.timeZone)
  return date?.dayEnd ?? date?.instant ?? null
}
