import { Alive, Ready, Unready } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { answer, openRoute, type Route } from '../../tenancy/caller/route.ts'
import { readyView, unreadyView } from '../readiness/view.ts'
import type { WholeService } from '../service/whole-service.ts'

/**
 * Whether the process lives, and whether it can serve (contract §1, §12.14). No key; whatever the
 * Accept; from memory.
 */
export function healthRoutes(service: WholeService): Route[] {
  return [
    openRoute({
      method: 'GET',
      path: '/healthz',
      doc: {
        operation: 'getHealth',
        summary: 'Check that the process is alive',
        answers: { 200: Alive },
      },
      always: true,
      handle: async () => answer(200, { status: 'ok' }),
    }),
    openRoute({
      method: 'GET',
      path: '/readyz',
      doc: {
        operation: 'getReadiness',
        summary: 'Check that the service is ready, and which parts are unhealthy',
        answers: { 200: Ready, 503: Unready },
      },
      always: true,
      async handle() {
        const report = service.readiness.report()
        if (report.unready === undefined) return answer(200, readyView(report))
        throw new Refused(report.unready, { beside: unreadyView(report) })
      },
    }),
  ]
}
