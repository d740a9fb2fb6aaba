import { statementView } from '../../settlement/statements/view.ts'
import { fileRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportStatement } from './export-statement.ts'
import { getStatement } from './get-statement.ts'

export function lenderStatementRoutes(service: Service): Route[] {
  return [
    fileRoute({
      path: '/lender/statements/:storeId/statement.csv',
      doc: docs.exportStatement,
      read: ({ caller, params: { storeId }, query, writing, mayStill }) =>
        exportStatement({ ...service, writing, mayStill }, caller, { storeId, parameters: query }),
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/statements/:storeId',
      permission: 'ledger:read',
      doc: docs.getStatement,
      async handle({ caller, params, query, baseUrl }) {
        const wanted = { storeId: params.storeId, parameters: query }
        const { store, statement } = await getStatement(service, caller, wanted)
        const { id, name, timeZone } = store
        const { payments_url: _, ...view } = statementView(statement, { timeZone, baseUrl })
        return answer(200, { store: { id, name }, ...view })
      },
    }),
  ]
}
