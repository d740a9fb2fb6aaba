import { ReasonBody } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { changeJob } from './change-job.ts'
import * as docs from './docs.ts'
import { countedJob, listJobs } from './list-jobs.ts'
import { jobView } from './view.ts'

type Backlogs = Parameters<typeof listJobs>[0]['backlogs']

export function jobRoutes(service: Service, backlogs: Backlogs): Route[] {
  const reading = () => ({ database: service.database, clock: service.clocks.real, backlogs })
  return [
    listRoute({
      path: '/lender/jobs',
      permission: 'jobs:read',
      doc: docs.listJobs,
      read: ({ query }) => listJobs(reading(), query),
      view: jobView,
    }),
    ...(['pause', 'resume', 'run'] as const).map((act) =>
      lenderRoute({
        method: 'POST',
        path: `/lender/jobs/:job/${act}`,
        permission: 'jobs:write',
        doc: docs.acts[act],
        body: ReasonBody,
        handle({ params: { job: name }, body: { reason }, writeInRealTime }) {
          return writeInRealTime(
            async (writing) =>
              countedJob(reading(), await changeJob(writing, { name, act, reason })),
            (job) => answer(200, jobView(job)),
          )
        },
      }),
    ),
  ]
}
