import { Alive, Ready } from '@svc/api'
import { findMigration } from '../database/migrate.ts'
import { Refused } from '../refusal.ts'
import { answer, type Route } from './route.ts'
import type { Service } from './service.ts'

/**
 * Whether the process lives, and whether it can serve (contract §1). No key; whatever the Accept.
 */
export function healthRoutes(service: Service): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      access: { kind: 'open' },
      doc: {
        operation: 'getHealth',
        summary: 'Whether the process lives',
        answers: { 200: Alive },
      },
      handle: async () => answer(200, { status: 'ok' }),
    },
    {
      method: 'GET',
      path: '/readyz',
      access: { kind: 'open' },
      doc: {
        operation: 'getReadiness',
        summary: 'Whether requests are answered',
        answers: { 200: Ready },
      },
      async handle() {
        if (service.stopping()) throw new Refused('service_stopping')
        const migration = await findMigration(service.database)
        return answer(200, { status: 'ok', database: 'ok', migration })
      },
    },
  ]
}
