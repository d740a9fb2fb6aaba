import { PolicyReportBody } from '@svc/api'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { deskUrlOf } from '../../tenancy/caller/desk-url.ts'
import { NO_CONTENT, openRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { readPolicyReport } from './input.ts'
import { deskFile, deskShell } from './view.ts'

const doc = { operation: 'getDesk', summary: 'The desk of people, or a part of it', answers: {} }

/**
 * The same shell under every address of the desk: which screen it is, its script reads of the
 * address. It is open to everybody, and holds nothing of anybody.
 */
const PATHS = [
  ...(['/desk', '/desk/:screen', '/desk/:screen/:id', '/desk/:screen/:id/:part'] as const),
  '/desk/:screen/:id/:part/:within',
] as const

const REPORT_BYTES_MAX = 16_384
/** For all browsers together: one violation of ours would be reported by each page. */
const REPORTS = { perSecond: 0.2, burst: 20 }

export type PagesService = Service & {
  readonly log: { warn(details: object, message: string): void }
}

export function deskPageRoutes(service: PagesService): Route[] {
  const { brand, demo, clocks, log } = service
  const reports = createRateLimiter(REPORTS, { now: () => clocks.real.now() }, 'reports')
  const shell = (path: (typeof PATHS)[number]): Route =>
    openRoute({
      method: 'GET',
      path,
      page: true,
      doc,
      async handle() {
        const root = new URL(deskUrlOf(service)).pathname.replace(/\/$/, '')
        return deskShell({ brand, demo, root })
      },
    })
  return [
    ...PATHS.map(shell),
    openRoute({
      method: 'POST',
      path: '/desk/csp',
      page: true,
      body: PolicyReportBody,
      bodyBytesMax: REPORT_BYTES_MAX,
      takes: 'application/csp-report',
      doc: {
        ...doc,
        operation: 'reportViolation',
        summary: 'Report what the policy of a desk page has blocked',
      },
      async handle({ body }) {
        const { refused } = reports.take('all')
        if (refused !== undefined) throw refused
        const report = readPolicyReport(body['csp-report'])
        log.warn(report, 'a page of the desk violated its policy')
        return NO_CONTENT
      },
    }),
    openRoute({
      method: 'GET',
      path: '/desk/assets/:name',
      page: true,
      doc,
      handle: ({ params: { name }, headers }) => deskFile(name, headers['accept-encoding']),
    }),
  ]
}
