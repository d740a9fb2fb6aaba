import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import type { Job } from './job.ts'
import { decideJob, type JobAct, lanes } from './rules.ts'
import { laneControlRow, lockJob } from './store.ts'

type Change = {
  readonly name: string
  readonly act: JobAct
  readonly reason: { readonly code: string; readonly note: string }
}

/**
 * Stops a lane in all processes, resumes it, or ends its rest: they look twice a second. Work in
 * progress ends by itself. Refusals: `job_not_found`, `job_state`.
 */
export function changeJob(writing: RealWriting, { name, act, reason }: Change): Promise<Job> {
  const { writer, acting } = writing
  existing(Object.hasOwn(lanes, name) ? name : undefined, 'job', name)
  return writer.transaction(`job/${name}`, async (tx) => {
    const before = await lockJob(tx, name)
    accept(decideJob(before, act))
    const after = changed(before, { act, reason, ...acting })
    const object = { kind: 'job', id: name }
    const action = { action: `job.${act}`, object, storeId: null, reason } as const
    return tx.commit(after, acted(writing, action, laneControlRow(after)))
  })
}

type By = Pick<RealWriting['acting'], 'principal' | 'at'> & Pick<Change, 'act' | 'reason'>

/** A person who stops what rests already says why it rests from then on. */
function changed(job: Job, { act, reason, principal, at }: By): Job {
  if (act === 'run') return { ...job, runAt: at }
  if (act === 'resume') return { ...job, pausedAt: null, pausedBy: null, pauseNote: null }
  const pausedBy = principal.name ?? principal.id ?? principal.kind
  return { ...job, pausedAt: job.pausedAt ?? at, pausedBy, pauseNote: reason.note }
}
