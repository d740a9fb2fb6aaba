import type { EraseWish } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { decideThere } from '../blocks/rules.ts'
import { lockPerson } from '../blocks/store.ts'
import { lockMerging } from '../merging/store.ts'
import { findPeople } from '../people/list-store.ts'
import { decideErasing } from './rules.ts'
import {
  erasedRows,
  findCopies,
  listBuyers,
  listMerged,
  listOrders,
  listPending,
  lockOrders,
} from './store.ts'

export type ErasedPerson = { readonly id: string; readonly at: Date }

type EraseInput = EraseWish & {
  readonly id: string
  readonly sandbox: boolean
  /** Nothing is real there. */
  readonly demo: boolean
}

/**
 * Overwrites all data that identify a person: at every store, in signed documents, in notes about
 * them. A concurrent signature is before it, and then it is refused, or of a new person. An erased
 * person stays so. Refusals: `person_not_found`, `person_gone`, `person_kept` with the reasons.
 */
export function erasePerson(
  writing: RealWriting,
  { id, sandbox, demo, reason }: EraseInput,
): Promise<ErasedPerson> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    await lockMerging(tx)
    existing(isId(id) ? await lockPerson(tx, { id, sandbox }) : undefined, 'person', id)
    // Under the lock, as all below: who signed before it has committed.
    const now = clock.now()
    const [person] = await findPeople(tx, { sandbox, now }, [id])
    const { erasedAt, mergedInto, blockedAt } = existing(person, 'person', id)
    if (erasedAt !== null) return tx.commit({ id, at: erasedAt })
    accept(decideThere({ mergedInto, erasedAt }))
    const merged = await listMerged(tx, id)
    const decide = async () => {
      const orders = await listOrders(tx, id)
      const pending = await listPending(tx, [id, ...orders.map((order) => order.id)])
      const real = !sandbox && !demo
      return accept(decideErasing({ blocked: blockedAt !== null, orders, pending, real, now }))
    }
    // Orders that are open are locked by those that may wait for the person: those are refused
    // before.
    const ended = await decide()
    await lockOrders(tx, ended)
    const orders = await decide()
    const buyers = await listBuyers(tx, id)
    const copies = await findCopies(tx, { id, sandbox }, orders)
    const count = (rows: readonly unknown[]) => ({ old: rows.length, new: 0 })
    const changes = { person: 'changed', buyers: count(buyers), orders: count(orders) } as const
    const about = { object: { kind: 'person', id }, storeId: null, sandbox, personId: id } as const
    return tx.commit(
      { id, at: now },
      acted(
        writing,
        { action: 'person.erase', ...about, reason, changes },
        ...erasedRows({ id, at: now, sandbox, orders, buyers, merged, copies }),
      ),
    )
  })
}
