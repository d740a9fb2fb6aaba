import { pageView } from '../../platform/http/paging.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getLoan } from './get-loan.ts'
import { listLoans } from './list-loans.ts'
import { lenderLoanItem, lenderLoanView, summaryView } from './view.ts'

export function lenderLoanRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/loans',
      permission: 'loans:read',
      doc: docs.listLoans,
      async handle({ caller, query, baseUrl }) {
        const reading = { database: service.database, clock: service.clocks.real }
        const { count, rows, page, summary } = await listLoans(reading, caller, query)
        const url = `${baseUrl}/lender/loans`
        const view = pageView(rows.map(lenderLoanItem), { count, url, query, page })
        const sums = summary === undefined ? {} : { summary: summaryView(summary) }
        return answer(200, { ...view, ...sums })
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/loans/:loanId',
      permission: 'loans:read',
      doc: docs.getLoan,
      async handle({ caller, params, writing }) {
        const loan = await getLoan({ ...service, writing }, caller, params.loanId)
        return answer(200, lenderLoanView(loan))
      },
    }),
  ]
}
