import type { Database } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Work } from '../../platform/work/due.ts'
import {
  findOrAddPerson,
  findPersonId,
  listUnknown,
  setPerson,
  type UnknownBuyer,
} from './store.ts'

/** So many buyers before other work has its turn. */
const BUYERS = 100

type Filling = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly demo: boolean
}

/**
 * Says of buyers whose rows are older than persons who they are. Until then a signature finds them
 * by their document. One transaction each: none holds two persons.
 */
export function createFilling({ database, clock, ids, demo }: Filling): Work {
  const fill = (buyer: UnknownBuyer) =>
    database.transaction(null, async (tx) => {
      const { sandbox, storeId, own, document } = buyer
      const scope = { sandbox, storeId: own ? storeId : null }
      const added = { id: ids.next(), at: clock.now() }
      const taken = await findOrAddPerson(tx, { scope, document, added })
      const id = taken ?? (await findPersonId(tx, scope, document))
      if (id !== undefined) await setPerson(tx, buyer, id)
      return tx.commit(undefined)
    })
  return async () => {
    const buyers = await listUnknown(database, { played: demo, limit: BUYERS })
    for (const buyer of buyers) await fill(buyer)
    return buyers.length
  }
}
