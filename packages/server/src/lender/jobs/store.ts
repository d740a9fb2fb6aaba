import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction, Upsert } from '../../platform/database/database.ts'
import type { LaneReport } from '../../platform/work/worker.ts'
import type { Job } from './job.ts'

const JOB = columns('lanes', 'l')

/** As a lane is before anybody has heard of it. */
const unheard = (name: string): Job => ({
  ...{ name, succeededAt: null, workedAt: null, lastBatch: null, done: 0, failedAt: null },
  ...{ failure: null, pausedAt: null, pausedBy: null, pauseNote: null, runAt: null },
  announcedAt: null,
})

export async function findJobs(reader: Reader, names: readonly string[]): Promise<Job[]> {
  const text = select(JOB, 'FROM lanes l WHERE l.name = ANY($1::text[])')
  const known = new Map((await reader.query(text, [names])).map((job) => [job.name, job]))
  return names.map((name) => known.get(name) ?? unheard(name))
}

/** A change of it holds this row; one that nobody has heard of has none yet. */
export async function lockJob(tx: Transaction, name: string): Promise<Job> {
  const text = select(JOB, 'FROM lanes l WHERE l.name = $1 FOR UPDATE')
  return (await tx.query(text, [name]))[0] ?? unheard(name)
}

/** A person's order for a lane: the reports of the processes stay. */
export const laneControlRow = ({ name, pausedAt, pausedBy, pauseNote, runAt }: Job): Upsert => ({
  table: 'lanes',
  key: ['name'],
  changed: ['pausedAt', 'pausedBy', 'pauseNote', 'runAt'],
  rows: [{ name, pausedAt, pausedBy, pauseNote, runAt }],
})

/** It was announced that it goes on failing. */
export const announcedRow = (name: string, announcedAt: Date): Upsert => ({
  table: 'lanes',
  key: ['name'],
  changed: ['announcedAt'],
  rows: [{ name, announcedAt }],
})

type Said = { readonly name: string; readonly isPaused: boolean; readonly runAt: Date | null }
const SAID = computed<Said>({
  name: 'l.name',
  isPaused: 'l.paused_at IS NOT NULL',
  runAt: 'l.run_at',
})

/** Lanes that a person has ever paused or run. */
export function listSaid(reader: Reader): Promise<Said[]> {
  const where = 'l.paused_at IS NOT NULL OR l.run_at IS NOT NULL'
  return reader.lookUp(select(SAID, `FROM lanes l WHERE ${where}`), [])
}

/** Since when lanes rest, by name. */
export const listPaused = (reader: Reader): Promise<Pick<Job, 'name' | 'pausedAt'>[]> =>
  reader.query(
    select(JOB.only('name', 'pausedAt'), 'FROM lanes l WHERE l.paused_at IS NOT NULL'),
    [],
  )

/** The work of a process's lanes; `done` is the part since the last report. */
export async function report(reader: Reader, lanes: readonly LaneReport[]): Promise<void> {
  const rows = lanes.map(({ name, succeededAt, worked, failed, done }) => ({
    ...{ name, done, succeeded_at: succeededAt ?? null },
    ...{ worked_at: worked?.at ?? null, last_batch: worked?.count ?? null },
    ...{ failed_at: failed?.at ?? null, failure: failed?.code ?? null },
  }))
  // In one order, so that processes do not wait for each other in a circle.
  rows.sort((one, other) => (one.name < other.name ? -1 : 1))
  await reader.query(
    `INSERT INTO lanes AS l (name, done, succeeded_at, worked_at, last_batch, failed_at, failure)
     SELECT r.name, r.done, r.succeeded_at, r.worked_at, r.last_batch, r.failed_at, r.failure
     FROM jsonb_to_recordset($1::jsonb) r (name text, done bigint, succeeded_at timestamptz,
       worked_at timestamptz, last_batch integer, failed_at timestamptz, failure text)
     ON CONFLICT (name) DO UPDATE SET done = l.done + excluded.done,
       succeeded_at = greatest(l.succeeded_at, excluded.succeeded_at),
       worked_at = greatest(l.worked_at, excluded.worked_at),
       last_batch = CASE WHEN excluded.worked_at < l.worked_at THEN l.last_batch
         ELSE coalesce(excluded.last_batch, l.last_batch) END,
       failed_at = greatest(l.failed_at, excluded.failed_at),
       failure = CASE WHEN excluded.failed_at < l.failed_at THEN l.failure
         ELSE coalesce(excluded.failure, l.failure) END`,
    [JSON.stringify(rows)],
  )
}
