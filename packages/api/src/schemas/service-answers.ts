/** Answers about the service itself, and about a store's settings. */
import { choice, closed, ErrorAnswer, moment, nullable, words } from './answers.ts'
import { Type } from './common.ts'

export const Alive = closed({
  status: Type.Literal('ok', { description: 'The process is alive.' }),
})

const Lane = closed({
  status: choice(
    ['ok', 'failing', 'paused', 'waiting'],
    '`paused` while the database or the clock is unhealthy; `waiting` before the first run.',
  ),
  last_success: nullable(moment('When a run last succeeded')),
  failing_since: nullable(moment('Since when every run has failed')),
})

const readinessParts = {
  database: choice(['ok', 'unavailable', 'unknown'], 'Whether the database is connected.'),
  write: choice(
    ['ok', 'read_only', 'disk_full', 'failing', 'unknown'],
    'The result of a test write.',
  ),
  schema: choice(
    ['ok', 'incompatible', 'unknown'],
    'Whether this version is compatible with the schema.',
  ),
  lanes: Type.Record(Type.String(), Lane, { description: 'The background jobs of the process.' }),
  clock: choice(
    ['ok', 'off', 'unknown'],
    'Whether the clocks of the service and the database agree within 2 s.',
  ),
  proxies: choice(
    ['ok', 'undeclared'],
    'Whether a proxy sends X-Forwarded-For that TRUSTED_PROXIES does not name.',
  ),
  workers: Type.Optional(
    choice(
      ['ok', 'waiting', 'none'],
      'With ROLE=api: whether another process runs the background jobs; ' +
        '`waiting` for the first 10 s.',
    ),
  ),
}

export const Ready = closed({
  status: choice(
    ['ok', 'degraded'],
    'The service answers requests. `degraded`: one of the parts below is unhealthy. ' +
      'Background jobs pause while the database cannot be written or the clock is off.',
  ),
  ...readinessParts,
})

export const Unready = closed({
  ...ErrorAnswer.properties,
  status: Type.Literal('unavailable', { description: 'Requests should go to another process.' }),
  ...readinessParts,
})

export const NotificationSecret = closed(
  { secret: Type.String({ pattern: '^whsec_', description: 'It is shown only once.' }) },
  {
    $id: 'NotificationSecret',
    description: 'Secret that signs notifications to the store (Standard Webhooks).',
  },
)

export const Received = closed({
  results: Type.Array(
    closed({
      received: moment('Time of arrival'),
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
