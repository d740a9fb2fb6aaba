/** The lender’s staff, log, background jobs and closings. */
export { Screen as Closing } from './closings/closing.tsx'
export { Screen as Closings } from './closings/closings.tsx'
export { Screen as Jobs } from './jobs/jobs.tsx'
export { Screen as Log } from './log/log.tsx'
export { Screen as Staff } from './staff/staff.tsx'
