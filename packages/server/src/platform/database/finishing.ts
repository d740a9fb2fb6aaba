/**
 * The parts of migrations that wait until no process of an earlier version runs (decision 0145):
 * defaults for columns that this version does not write, columns that are nullable for its sake,
 * and constraints that were not checked for existing rows. They are read from the catalogue, so an
 * interrupted run continues.
 */
import { computed, select } from './columns.ts'
import type { Connection, Engine, Reader } from './database.ts'
import { inTurn, onLongSession } from './long-work.ts'
import { createReader } from './reader.ts'
import { CODE_LEVEL } from './schema.ts'

/** One part; table and name are quoted if necessary. */
export type Rest = {
  readonly kind: 'default' | 'not_null' | 'constraint'
  readonly table: string
  readonly name: string
}

const OURS = 'current_schema()::regnamespace'
/** Added first, so that no other transaction waits while all rows are checked. */
const KNOWN = 'buyers_person_known'
const RESTS = `SELECT 'default' AS kind, c.oid::regclass::text AS place, a.attname::text AS name
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = ${OURS} AND a.attname = 'action_id'
  UNION ALL
  SELECT 'not_null', 'buyers', 'person_id' FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = ${OURS} AND c.relname = 'buyers' AND a.attname = 'person_id'
      AND NOT a.attnotnull
  UNION ALL
  SELECT 'constraint', n.conrelid::regclass::text, quote_ident(n.conname) FROM pg_constraint n
    WHERE n.connamespace = ${OURS} AND NOT n.convalidated AND n.conname <> '${KNOWN}'`

const REST = computed<Rest>({ kind: 'r.kind', table: 'r.place', name: 'r.name' })

/** In the order in which it is done. */
export function listRests(reader: Reader): Promise<Rest[]> {
  const order = `array_position(ARRAY['default', 'not_null', 'constraint'], r.kind)`
  return reader.query(select(REST, `FROM (${RESTS}) r ORDER BY ${order}, r.place, r.name`), [])
}

/** A process reports every two seconds that it runs; after this silence it has ended. */
const SILENT_S_MAX = 60

export type Older = {
  /** The number of processes of an earlier version. */
  readonly count: number
  /** The time of the last report of one; 0 if none runs. */
  readonly secondsAgo: number
}

export async function findOlder(reader: Reader, level = CODE_LEVEL): Promise<Older> {
  const older = computed<Older>({
    count: 'count(*)',
    secondsAgo: `greatest(0,
      extract(epoch FROM clock_timestamp() - max(h.beat_at))::double precision)`,
  })
  const [row] = await reader.query(
    select(
      older,
      `FROM heartbeats h WHERE coalesce(h.code_level, 0) < $1
         AND h.beat_at > clock_timestamp() - interval '${SILENT_S_MAX} s'`,
    ),
    [level],
  )
  return row ?? { count: 0, secondsAgo: 0 }
}

const SECONDS_MAX = 3_600

/** From now on code below this level does not start, and stops if it runs. */
export async function refuseOlder(engine: Engine): Promise<void> {
  await onLongSession(engine, SECONDS_MAX, (connection) =>
    connection.batch([
      {
        text: `UPDATE schema_migrations SET compatible_from = $1
          WHERE number = $1 AND compatible_from < $1`,
        values: [CODE_LEVEL],
      },
    ]),
  )
}

/** Checks all rows of the table, and blocks nothing but other changes of its schema. */
export function finishRest(engine: Engine, rest: Rest): Promise<void> {
  return onLongSession(engine, SECONDS_MAX, (connection) => finishOn(connection, rest))
}

/**
 * The same for a database that was empty, in which nothing waits for an earlier version (decision
 * 0160).
 */
export async function finishNew(engine: Engine): Promise<void> {
  await refuseOlder(engine)
  await onLongSession(engine, SECONDS_MAX, async (connection) => {
    const reader = createReader(async (statement) => {
      const [rows = []] = await connection.batch([statement])
      return rows
    })
    for (const rest of await listRests(reader)) await finishOn(connection, rest)
  })
}

async function finishOn(connection: Connection, { kind, table, name }: Rest): Promise<void> {
  const alter = `ALTER TABLE ${table}`
  const shortly = (change: string) => `BEGIN; SET LOCAL lock_timeout = '2s'; ${change}; COMMIT`
  const steps = {
    default: [shortly(`${alter} ALTER COLUMN ${name} DROP DEFAULT`)],
    not_null: [
      shortly(`${alter} DROP CONSTRAINT IF EXISTS ${KNOWN},
        ADD CONSTRAINT ${KNOWN} CHECK (${name} IS NOT NULL) NOT VALID`),
      `${alter} VALIDATE CONSTRAINT ${KNOWN}`,
      shortly(`${alter} ALTER COLUMN ${name} SET NOT NULL, DROP CONSTRAINT IF EXISTS ${KNOWN}`),
    ],
    constraint: [`${alter} VALIDATE CONSTRAINT ${name}`],
  }[kind]
  for (const step of steps) await inTurn(connection, () => connection.script(step))
}
