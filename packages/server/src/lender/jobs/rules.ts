/**
 * The lanes of background work, and which of them a person may stop: pure. Invariant: work promised
 * to a store or the log within a second never rests (decision 0146).
 */
import type { Decision } from '../../platform/refusal.ts'
import type { Job } from './job.ts'

type Rest = {
  /** The consequence of its rest, for a person who is about to stop it. */
  readonly rest: string
  /** It never rests. */
  readonly always?: true
}

export const lanes: Readonly<Record<string, Rest>> = {
  checkout_expiry: { rest: 'Unsigned checkouts stay open.' },
  authorisation_expiry: { rest: 'Orders not captured in time do not lapse.' },
  loan_collection: { rest: 'No card is charged, and no late charge is booked automatically.' },
  unused_keys: { rest: 'Unused keys are not reported.' },
  event_positions: { rest: 'Events are placed within a second.', always: true },
  action_places: { rest: 'Actions are placed within a second.', always: true },
  lender_events: { rest: 'Events of the lender reach none of its webhooks.' },
  payouts: { rest: 'Stores are not paid when they are due.' },
  payment_results: { rest: 'Uncertain payments are not looked up at the provider.' },
  terms: { rest: 'New terms apply from their time on; they are announced later.' },
  proposed_payouts: { rest: 'Proposed payouts are not paid.' },
  notifications: { rest: 'Stores are not asked to confirm: their orders end unconfirmed.' },
  deliveries: { rest: 'Webhooks get nothing until it resumes.' },
  lender_deliveries: { rest: 'The lender’s webhooks get nothing until it resumes.' },
  seals: { rest: 'Events are sealed within a minute.', always: true },
  persons: { rest: 'Earlier buyers are not joined to persons.' },
  overdue: { rest: 'Lists of overdue loans are slower.' },
  closings: { rest: 'Days are closed later.' },
  tallies: { rest: 'Long lists and balances of accounts take longer.' },
  test_clocks: { rest: 'The test clocks of stores stop.' },
  approval_expiry: { rest: 'Expired requests are still shown as pending.' },
  upkeep: { rest: 'Data with a short retention stay longer.' },
}

export type JobAct = 'pause' | 'resume' | 'run'

/** Whether it may be paused, or run now. */
export function decideJob(
  { name, pausedAt }: Pick<Job, 'name' | 'pausedAt'>,
  act: JobAct,
): Decision<JobAct> {
  const refused = (state: string) =>
    ({ refused: 'job_state', detail: { values: { state } } }) as const
  if (act === 'pause' && lanes[name]?.always === true) return refused('never paused')
  return act === 'run' && pausedAt !== null ? refused('paused') : { plan: act }
}

/** A lane whose every turn has failed for so long that somebody has to look. */
export type Failing = {
  readonly name: string
  readonly since: Date
  /** When it last failed, and the code of that error. */
  readonly at: Date
  readonly code: string
}

/** As a process has seen its lane. */
type Seen = Pick<Failing, 'name'> & {
  readonly failing: Pick<Failing, 'since'> | undefined
  readonly failed: Pick<Failing, 'at' | 'code'> | undefined
}

/** A lane retries within seconds: a shorter failure is gone by then. */
const LASTS_MS = 60_000
/** One that works and fails by turns is announced no more often. */
const APART_MS = 3_600_000

/** The failures in a process's report that are worth an event. */
export const lastingFailures = (states: readonly Seen[]): Failing[] =>
  states.flatMap(({ name, failing, failed }) =>
    failing !== undefined &&
    failed !== undefined &&
    failed.at.getTime() - failing.since.getTime() >= LASTS_MS
      ? [{ name, since: failing.since, ...failed }]
      : [],
  )

/** Whether nobody has said so yet: since it last worked, and not within the hour. */
export const isNewFailure = (
  { announcedAt, succeededAt }: Pick<Job, 'announcedAt' | 'succeededAt'>,
  at: Date,
): boolean =>
  announcedAt === null ||
  (succeededAt !== null &&
    succeededAt > announcedAt &&
    at.getTime() - announcedAt.getTime() >= APART_MS)
