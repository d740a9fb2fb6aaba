/** Answers of the service about itself, and of what a store keeps. */
import { choice, closed, ErrorAnswer, moment, nullable, words } from './answers.ts'
import { Type } from './common.ts'

export const Alive = closed({ status: Type.Literal('ok', { description: 'It lives.' }) })

const Lane = closed({
  status: choice(
    ['ok', 'failing', 'paused', 'waiting'],
    '`paused` while the database or the clock is not in order; `waiting` before its first round.',
  ),
  last_success: nullable(moment('When a round of it last ended without an error')),
  failing_since: nullable(moment('When it began to fail, if every round has failed since')),
})

const readinessParts = {
  database: choice(['ok', 'unavailable', 'unknown'], 'Whether there is a connection.'),
  write: choice(
    ['ok', 'read_only', 'disk_full', 'failing', 'unknown'],
    'What came of a small write.',
  ),
  schema: choice(['ok', 'incompatible', 'unknown'], 'Whether this version can work with it.'),
  lanes: Type.Record(Type.String(), Lane, { description: 'The background work of the process.' }),
  clock: choice(
    ['ok', 'off', 'unknown'],
    'Whether the clocks of service and database differ by 2 s at most.',
  ),
  proxies: choice(
    ['ok', 'undeclared'],
    'Whether a proxy sends X-Forwarded-For that TRUSTED_PROXIES does not name.',
  ),
  workers: Type.Optional(
    choice(
      ['ok', 'waiting', 'none'],
      'With ROLE=api: whether another process does the background work; `waiting` for 10 s.',
    ),
  ),
}

export const Ready = closed({
  status: choice(
    ['ok', 'degraded'],
    'Requests are answered; `degraded`: a part below is not in order. Background work rests ' +
      'while the database cannot be written or the clock is off.',
  ),
  ...readinessParts,
})

export const Unready = closed({
  ...ErrorAnswer.properties,
  status: Type.Literal('unavailable', { description: 'Send requests elsewhere.' }),
  ...readinessParts,
})

export const NotificationSecret = closed(
  { secret: Type.String({ pattern: '^whsec_', description: 'It is shown this once.' }) },
  { $id: 'NotificationSecret', description: 'Signs what the store is sent (Standard Webhooks).' },
)

export const Received = closed({
  results: Type.Array(
    closed({
      received: moment('When it arrived'),
      webhook_id: nullable(words('Its header `webhook-id`.')),
      body: Type.Unsafe<unknown>({ description: 'The notification.' }),
    }),
    { description: 'The last 100, newest first.' },
  ),
})

export const Taken = closed({ status: Type.Literal('ok', { description: 'It is stored.' }) })

export const OpenApi = Type.Object(
  { openapi: Type.Literal('3.1.0', { description: 'Version of the standard.' }) },
  { description: 'An OpenAPI document.' },
)
