/** Background jobs, and their failures. */
import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'

export const JobAnswer = closed(
  {
    name: words('Name of the job, as in `/readyz`, the log and `/metrics`.'),
    state: choice(['running', 'paused'], 'Whether the job is running or paused.'),
    failing: flag('Whether its last run failed.'),
    pausable: flag(
      'Whether the job can be paused; jobs that stores rely on within a second cannot.',
    ),
    effects: words(
      'What is delayed while it is paused; for a job that cannot be paused, what it guarantees.',
    ),
    due: nullable(count('Number of items due, up to 10,000.'), {
      description: 'Number of items due, up to 10,000; null if they are not counted.',
    }),
    oldest: nullable(moment('Since when the oldest item has been due'), {
      description: 'Since when the oldest item has been due; null if none is.',
    }),
    last_run: nullable(moment('When a run last succeeded'), {
      description: 'When a run last succeeded, in any process; null if none is known.',
    }),
    done: count('Total number of items processed.'),
    last_batch: nullable(
      closed(
        { at: moment('When it ran'), count: count('Number of items that it processed.') },
        { $id: 'JobBatch' },
      ),
      { description: 'The last run that processed anything.' },
    ),
    last_failure: nullable(
      closed(
        { at: moment('When it failed'), code: words('Error code; the log has the message.') },
        { $id: 'JobFailure' },
      ),
      { description: 'The last run that failed.' },
    ),
    paused: nullable(
      closed(
        { at: moment('Since when'), by: words('Who paused it.'), note: words('Why.') },
        { $id: 'JobPause' },
      ),
      { description: 'The pause; null if the job is running.' },
    ),
  },
  { $id: 'Job', description: 'A background job, across all processes.' },
)
export const JobPage = pageOf(JobAnswer, 'JobPage')

export const failureKinds = [
  ...(['delivery', 'notification', 'payment', 'job', 'lender_delivery', 'erasure'] as const),
] as const

export const FailureAnswer = closed(
  {
    id: words('Id of the failure, for a retry.'),
    kind: choice(
      failureKinds,
      'What failed: a message to a store or the lender, a card payment, a job or an erasure.',
    ),
    state: choice(['failing', 'given_up'], 'Whether the service keeps retrying.'),
    cause: words('Short cause: `status_500`, `no_answer`, `declined` or an error code.'),
    detail: nullable(words('Message of the last attempt.')),
    attempts: count('Number of attempts.'),
    store: nullable(StoreReference, { description: 'The store; null if it concerns none.' }),
    order_id: nullable(hexId('The order.'), {
      description: 'Id of the order; null if it concerns none.',
    }),
    person_id: nullable(hexId('The person.'), {
      description: 'Id of the person of an erasure; otherwise null.',
    }),
    webhook_id: nullable(hexId('The webhook.'), {
      description: 'Id of the webhook of a delivery; otherwise null.',
    }),
    at: moment('Time of the last attempt'),
    next_attempt: nullable(moment('Time of the next attempt'), {
      description: 'Time of the next automatic attempt; null if there is none.',
    }),
    retry: flag('Whether it can be resent manually.'),
  },
  { $id: 'Failure', description: 'A failure that is not resolved.' },
)

const Group = closed(
  {
    kind: choice(failureKinds, 'What failed.'),
    cause: words('Why.'),
    count: count('Number of failures.'),
    stores: count('Number of stores affected.'),
    orders: count('Number of orders affected.'),
    oldest: moment('Last attempt of the oldest failure'),
    newest: moment('Last attempt of the newest failure'),
  },
  { $id: 'FailureGroup', description: 'All failures of a kind and cause.' },
)

const failures = pageOf(FailureAnswer, 'Failures')
export const FailurePage = closed(
  {
    ...failures.properties,
    groups: Type.Array(Group, {
      description:
        'All failures of the mode by kind and cause, regardless of filters; at most 100.',
    }),
  },
  { $id: 'FailurePage', description: 'One page of failures.' },
)

export const RetriedAnswer = closed(
  {
    id: words('Id of the failure or of the message.'),
    next_attempt: nullable(moment('When it will be sent'), {
      description: 'When it will be sent; null if it was sent.',
    }),
  },
  { $id: 'RetriedFailure', description: 'A resent message.' },
)
