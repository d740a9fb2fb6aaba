import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Database } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Work } from '../../platform/work/due.ts'
import { workOnEach } from '../../platform/work/work-on-each.ts'
import {
  countAll,
  findStreamPosition,
  listToTally,
  lockTallyHead,
  makeFewer,
  tallyHeadRows,
} from './store.ts'

/** So many stores before other work has its turn. */
const STORES = 8

type Tallying = {
  readonly database: Database
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
}

/** Counts what no tally counts yet, and makes their rows fewer. */
export function createTallying({ log, ...places }: Tallying): Work {
  return async () => {
    const keys = await listToTally(places.database, STORES)
    const tally = (key: StreamKey) => keepTallies(places, key).then(() => 1)
    return workOnEach(keys, tally, {
      ...{ log, message: 'tallies could not be updated' },
      about: ({ storeId, sandbox }) => ({ lane: 'tallies', store_id: storeId, sandbox }),
    })
  }
}

export function keepTallies(
  { database, clock }: Pick<Tallying, 'database' | 'clock'>,
  key: StreamKey,
): Promise<void> {
  return database.transaction(null, async (tx) => {
    const head = await lockTallyHead(tx, key)
    const position = await findStreamPosition(tx, key)
    if (head.countedAt === null) await countAll(tx, key)
    else await makeFewer(tx, key)
    const countedAt = head.countedAt ?? clock.now()
    const rows = tallyHeadRows({ ...head, countedAt, position })
    return tx.commit(undefined, Written.technically('tally', rows))
  })
}
