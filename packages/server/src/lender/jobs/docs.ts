/** OpenAPI descriptions of the routes in this folder. */
import { JobAnswer, JobPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { jobList } from './list-store.ts'
import type { JobAct } from './rules.ts'

export const listJobs: RouteDoc = {
  operation: 'listJobs',
  summary: 'List the background jobs by name, across all processes and both modes',
  answers: { 200: JobPage },
  list: jobList,
}

export const acts: Readonly<Record<JobAct, RouteDoc>> = {
  pause: {
    operation: 'pauseJob',
    summary: 'Pause a job in all processes within a second; a run in progress finishes',
    answers: { 200: JobAnswer },
    errors: ['job_not_found', 'job_state'],
  },
  resume: {
    operation: 'resumeJob',
    summary: 'Resume a paused job',
    answers: { 200: JobAnswer },
    errors: ['job_not_found'],
  },
  run: {
    operation: 'runJob',
    summary: 'Run a job now: its next run starts within a second, in each process',
    answers: { 200: JobAnswer },
    errors: ['job_not_found', 'job_state'],
  },
}
