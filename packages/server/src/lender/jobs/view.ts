import type { Answered, JobAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { CountedJob } from './job.ts'
import { lanes } from './rules.ts'

export function jobView(job: CountedJob): Answered<typeof JobAnswer> {
  const { name, backlog, pausedAt, pauseNote, workedAt, lastBatch, failedAt, failure } = job
  const { rest = '', always = false } = lanes[name] ?? {}
  const { succeededAt } = job
  const isFailing = failedAt !== null && (succeededAt === null || failedAt > succeededAt)
  return {
    name,
    state: pausedAt === null ? 'running' : 'paused',
    failing: isFailing,
    pausable: !always,
    effects: rest,
    due: backlog?.due ?? null,
    oldest: backlog?.oldestAt ? utcMicros(backlog.oldestAt) : null,
    last_run: succeededAt && utcMicros(succeededAt),
    done: job.done,
    last_batch:
      workedAt === null || lastBatch === null
        ? null
        : { at: utcMicros(workedAt), count: lastBatch },
    last_failure:
      failedAt === null || failure === null ? null : { at: utcMicros(failedAt), code: failure },
    paused:
      pausedAt === null
        ? null
        : { at: utcMicros(pausedAt), by: job.pausedBy ?? '', note: pauseNote ?? '' },
  }
}
