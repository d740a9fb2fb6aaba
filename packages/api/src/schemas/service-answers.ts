/** Answers of the service about itself, and of what a store keeps. */
import { closed, count, moment, nullable, words } from './answers.ts'
import { Type } from './common.ts'

export const Alive = closed({ status: Type.Literal('ok', { description: 'It lives.' }) })

export const Ready = closed({
  status: Type.Literal('ok', { description: 'Requests are answered.' }),
  database: Type.Literal('ok', { description: 'The database answers.' }),
  migration: count('Number of the newest migration of the database.'),
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

export const Taken = closed({ status: Type.Literal('ok', { description: 'It is kept.' }) })

export const OpenApi = Type.Object(
  { openapi: Type.Literal('3.1.0', { description: 'Version of the standard.' }) },
  { description: 'An OpenAPI document.' },
)
