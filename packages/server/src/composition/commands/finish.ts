import { createFilling } from '../../checkout/persons/fill-persons.ts'
import { createDatabase } from '../../platform/database/create-database.ts'
import type { Database, Engine } from '../../platform/database/database.ts'
import {
  findOlder,
  finishRest,
  listRests,
  type Rest,
  refuseOlder,
} from '../../platform/database/finishing.ts'
import { CODE_LEVEL, readSchema } from '../../platform/database/schema.ts'
import { createIds } from '../../platform/ids.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { commandLine } from './commands.ts'

export type Finished = {
  /** Work left by migrations that is done now. */
  readonly finished: readonly string[]
  /** Rows of buyers that an earlier version had written without their person. */
  readonly persons: number
}

type Finishing = {
  readonly demo: boolean
  /** The current step. */
  show(step: { readonly name: string; readonly number: number; readonly count: number }): void
}

/**
 * Ends the work that migrations have left while an earlier version might run: rows of that version
 * get their missing values, and from then on every row must have them. Earlier code no longer works
 * with the database. After an interruption it continues from there. Throws a sentence while an
 * earlier version runs.
 */
export async function finishMigrations(
  engine: Engine,
  { demo, show }: Finishing,
): Promise<Finished> {
  const ids = createIds(systemClock)
  const database = createDatabase(engine, ids.fraction)
  const rests = await listRests(database)
  if (rests.length === 0) return { finished: [], persons: 0 }
  await refuseUntimely(database)
  await refuseOlder(engine)
  const count = rests.length + 1
  show({ name: 'persons of buyers', number: 1, count })
  const persons = await fillAll(createFilling({ database, clock: systemClock, ids, demo }))
  // The log says until when a row may be of its first action.
  if (rests.some(({ kind }) => kind === 'default')) await noteFinish(database, persons)
  for (const [index, rest] of rests.entries()) {
    show({ name: nameOf(rest), number: index + 2, count })
    await finishRest(engine, rest)
  }
  return { finished: rests.map(nameOf), persons }
}

async function refuseUntimely(database: Database): Promise<void> {
  const { newest } = await readSchema(database)
  if (newest > CODE_LEVEL) {
    throw new Error('a newer version has migrated the database: finish with that one')
  }
  const { count, secondsAgo } = await findOlder(database)
  if (count === 0) return
  const heard = `the last was heard ${Math.round(secondsAgo)} s ago`
  throw new Error(
    `processes of an earlier version run (${count}, ${heard}): nothing was done. End them, and ` +
      'try again a minute later',
  )
}

async function fillAll(fill: () => Promise<number>): Promise<number> {
  let filled = 0
  for (;;) {
    const more = await fill()
    if (more === 0) return filled
    filled += more
  }
}

function noteFinish(database: Database, persons: number): Promise<void> {
  const clock = systemClock
  const acting = commandLine('migrate --finish', clock.now())
  const changes = {
    compatible_from: { old: null, new: CODE_LEVEL },
    persons: { old: null, new: persons },
  }
  const object = { kind: 'log', id: 'finish' }
  const action = { action: 'log.finish', object, storeId: null, changes } as const
  return database.transaction(null, async (tx) =>
    tx.commit(undefined, acted({ acting, ids: createIds(clock) }, action)),
  )
}

const nameOf = ({ kind, table, name }: Rest): string =>
  kind === 'constraint' ? `${name} of ${table}` : `${table}.${name}`
