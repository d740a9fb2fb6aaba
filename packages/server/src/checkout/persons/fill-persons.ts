import type { Database } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Work } from '../../platform/work/due.ts'
import { addPerson, findPersonId, listUnknown, setPerson, type UnknownBuyer } from './store.ts'

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
      const person = { id: ids.next(), at: clock.now() }
      const added = await addPerson(tx, { scope, document }, person)
      const id = added ?? (await findPersonId(tx, scope, document))
      if (id !== undefined) await setPerson(tx, buyer, id)
      return tx.commit(undefined)
    })
  return async () => {
    const buyers = await listUnknown(database, { played: demo, limit: BUYERS })
    for (const buyer of buyers) await fill(buyer)
    return buyers.length
  }
}
