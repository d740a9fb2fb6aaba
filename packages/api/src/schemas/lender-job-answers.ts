/** What the service does by itself, and what of it came to nothing. */
import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'

export const JobAnswer = closed(
  {
    name: words('Its name, as in `/readyz`, the log and `/metrics`.'),
    state: choice(['running', 'paused'], 'Whether somebody has stopped it.'),
    failing: flag('Whether its last turn failed.'),
    pausable: flag('Whether it may be stopped; what stores are promised within a second never is.'),
    effects: words('What waits while it rests; of one that never rests, what it promises.'),
    due: nullable(count('How much is due, up to 10,000.'), {
      description: 'How much is due, up to 10,000; null: nobody counts it.',
    }),
    oldest: nullable(moment('Since when the oldest is due'), {
      description: 'Since when the oldest is due; null: nothing is.',
    }),
    last_run: nullable(moment('When a turn last ended well'), {
      description: 'When a turn last ended well, in any process; null: none has been heard of.',
    }),
    done: count('How much all turns have done.'),
    last_batch: nullable(
      closed({ at: moment('When'), count: count('How much it did.') }, { $id: 'JobBatch' }),
      { description: 'The last turn that found something to do.' },
    ),
    last_failure: nullable(
      closed(
        { at: moment('When'), code: words('Its code; the log has the words.') },
        { $id: 'JobFailure' },
      ),
      { description: 'The last turn that failed.' },
    ),
    paused: nullable(
      closed(
        { at: moment('Since when'), by: words('Who stopped it.'), note: words('Why.') },
        { $id: 'JobPause' },
      ),
      { description: 'Who stopped it; null: it runs.' },
    ),
  },
  { $id: 'Job', description: 'A lane of background work, over all processes.' },
)
export const JobPage = pageOf(JobAnswer, 'JobPage')

export const failureKinds = [
  ...(['delivery', 'notification', 'payment', 'job', 'lender_delivery', 'erasure'] as const),
] as const

export const FailureAnswer = closed(
  {
    id: words('Names it, for a retry.'),
    kind: choice(
      failureKinds,
      'What failed: what a store or the lender is told, a card, a lane of work, an erasure.',
    ),
    state: choice(['failing', 'given_up'], 'Whether the service goes on trying by itself.'),
    cause: words('In one word: `status_500`, `no_answer`, `declined`, the code of an error.'),
    detail: nullable(words('In the words of the last attempt.')),
    attempts: count('How often it was tried.'),
    store: nullable(StoreReference, { description: 'Whose it is; null: of no store.' }),
    order_id: nullable(hexId('The order.'), { description: 'The order; null: of none.' }),
    person_id: nullable(hexId('The person.'), { description: 'Whose erasure; null: it is none.' }),
    webhook_id: nullable(hexId('The webhook.'), {
      description: 'To which webhook, of the store or of the lender; null: it is no delivery.',
    }),
    at: moment('When it was last tried'),
    next_attempt: nullable(moment('When the service tries it next'), {
      description: 'When the service tries it next by itself; null: never.',
    }),
    retry: flag('Whether it can be sent once more by hand.'),
  },
  { $id: 'Failure', description: 'Something that came to nothing, and is not mended.' },
)

const Group = closed(
  {
    kind: choice(failureKinds, 'What failed.'),
    cause: words('Why.'),
    count: count('How many there are.'),
    stores: count('Of how many stores.'),
    orders: count('Of how many orders.'),
    oldest: moment('When the first of them was last tried'),
    newest: moment('When the last of them was last tried'),
  },
  { $id: 'FailureGroup', description: 'All failures of a kind and cause.' },
)

const failures = pageOf(FailureAnswer, 'Failures')
export const FailurePage = closed(
  {
    ...failures.properties,
    groups: Type.Array(Group, {
      description: 'All of the mode by kind and cause, whatever the filters; 100 at most.',
    }),
  },
  { $id: 'FailurePage', description: 'One page of failures.' },
)

export const RetriedAnswer = closed(
  {
    id: words('The failure.'),
    next_attempt: nullable(moment('When it is sent'), { description: 'Null: it was sent.' }),
  },
  { $id: 'RetriedFailure', description: 'What is sent once more.' },
)
