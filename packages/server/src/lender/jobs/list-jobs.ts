import type { Reader } from '../../platform/database/database.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import type { TimedReading } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import type { CountedJob, Job } from './job.ts'
import { jobList, listJobs as listRows } from './list-store.ts'
import { lanes } from './rules.ts'
import { findJobs } from './store.ts'

type Count = (reader: Reader, now: Date) => Promise<Backlog>
type CountedReading = {
  readonly database: Reader
  readonly clock: TimedReading['clock']
  /** The backlog of each lane, by name, if it has one. */
  readonly backlogs: Readonly<Record<string, Count>>
}

/** A page of the lanes of background work, with what waits in them now. */
export async function listJobs(reading: CountedReading, parameters: URLSearchParams) {
  const page = readListQuery(jobList, parameters, LENDER_ZONE)
  const { count, rows } = await listRows(reading.database, page)
  const counted: CountedJob[] = []
  // One after the other: no request waits for all figures together.
  for (const job of rows) counted.push(await countedJob(reading, job))
  return { page, count, rows: counted }
}

export async function countedJob(
  { database, clock, backlogs }: CountedReading,
  job: Job,
): Promise<CountedJob> {
  const count = Object.hasOwn(backlogs, job.name) ? backlogs[job.name] : undefined
  return { ...job, backlog: count === undefined ? null : await count(database, clock.now()) }
}

/** Every lane, for the operator at the machine. */
export async function listAllJobs({ database }: { readonly database: Reader }): Promise<Job[]> {
  return findJobs(database, Object.keys(lanes))
}
