import { setTimeout as pause } from 'node:timers/promises'
import type { Document } from '../../model/people/document.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { createLanes } from '../../platform/database/lanes.ts'
import type { Ids } from '../../platform/ids.ts'
import { assert, Refused } from '../../platform/refusal.ts'
import { findOrAddPerson, findPersonId, lockPerson, type PersonScope } from './store.ts'

const WAIT_MS_MAX = 2_000
const PAUSE_MS = 15

const queues = createLanes(WAIT_MS_MAX, () => new Refused('exposure_busy'))

/** Somebody else signs for them at the moment. */
class PersonBusy extends Refused {
  readonly person: string

  constructor(person: string) {
    super('exposure_busy')
    this.person = person
  }
}

type Holding = {
  readonly scope: PersonScope
  readonly document: Document
  readonly at: Date
  readonly ids: Ids
}

/**
 * A signature for a person locks them until the commit, so that no two signatures count the same
 * limit, at any store. Taken after the order, never before one (record 0115). Refuses with
 * `exposure_busy` immediately if another signature has the lock: nobody waits with a connection.
 * Where test people decide no limit counts, and nobody is locked: many tests sign as the same
 * person.
 */
export async function holdPerson(
  tx: Transaction,
  { scope, document, at, ids }: Holding,
): Promise<string> {
  const decides = scope.storeId === null
  const wanted = { scope, document, added: { id: ids.next(), at } }
  // The second sees everything committed before the first got its lock: a merge, or the end of one.
  const [held, now] = await Promise.all([
    (decides ? lockPerson : findOrAddPerson)(tx, wanted),
    findPersonId(tx, scope, document),
  ])
  if (decides && (held === undefined || held !== now)) {
    throw new PersonBusy(JSON.stringify([scope, document]))
  }
  assert(now !== undefined, 'who cannot be added is there')
  return now
}

/**
 * While somebody else signs for the same person, tries again, 2 s at most: then `exposure_busy`. Of
 * this process those who wait for one person do so in their order, and without a connection.
 */
export async function whenFree<T>({ fraction }: Ids, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PersonBusy)) throw error
    const until = performance.now() + WAIT_MS_MAX
    return queues.run(error.person, async () => {
      for (;;) {
        try {
          return await work()
        } catch (again) {
          if (!(again instanceof PersonBusy) || performance.now() >= until) throw again
          await pause(PAUSE_MS * (0.5 + fraction()))
        }
      }
    })
  }
}
