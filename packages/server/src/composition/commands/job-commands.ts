/** The commands about lanes of background work. */
import { changeJob } from '../../lender/jobs/change-job.ts'
import { countedJob, listAllJobs } from '../../lender/jobs/list-jobs.ts'
import { jobView } from '../../lender/jobs/view.ts'
import type { Reader } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import { systemClock } from '../../platform/time/clock.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { backlogs } from '../doctor/facts.ts'
import { inWords } from './key-commands.ts'

export type JobInput = {
  readonly job?: { readonly name: string; readonly act: 'pause' | 'resume'; readonly note: string }
}

type Reading = { readonly database: Reader }
const counted = ({ database }: Reading) => ({ database, clock: systemClock, backlogs })

export async function showJobs(reading: Reading): Promise<object[]> {
  const shown: object[] = []
  for (const job of await listAllJobs(reading)) {
    shown.push(jobView(await countedJob(counted(reading), job)))
  }
  return shown
}

export async function changeOperatorsJob(
  { database, ...writing }: RealWriting & Reading,
  { job }: JobInput,
): Promise<object> {
  assert(job !== undefined, 'a lane has a name')
  const { name, act, note } = job
  const reason = { code: 'other', note }
  const changed = await inWords(changeJob(writing, { name, act, reason }))
  return jobView(await countedJob(counted({ database }), changed))
}
