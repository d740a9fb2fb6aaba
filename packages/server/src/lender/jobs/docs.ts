/** What the OpenAPI document says of the routes beside this file. */
import { JobAnswer, JobPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { jobList } from './list-store.ts'
import type { JobAct } from './rules.ts'

export const listJobs: RouteDoc = {
  operation: 'listJobs',
  summary: 'The lanes of background work, by name, over all processes and both modes',
  answers: { 200: JobPage },
  list: jobList,
}

export const acts: Readonly<Record<JobAct, RouteDoc>> = {
  pause: {
    operation: 'pauseJob',
    summary: 'Stops a lane in all processes within a second; what is under way ends by itself',
    answers: { 200: JobAnswer },
    errors: ['job_not_found', 'job_state'],
  },
  resume: {
    operation: 'resumeJob',
    summary: 'Lets a lane go on that was stopped',
    answers: { 200: JobAnswer },
    errors: ['job_not_found'],
  },
  run: {
    operation: 'runJob',
    summary: 'Ends the rest of a lane: its next turn begins within a second, in each process',
    answers: { 200: JobAnswer },
    errors: ['job_not_found', 'job_state'],
  },
}
