import { csvHeaders } from '../../platform/http/csv.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getStatement } from './get-statement.ts'
import { readStatementQuery } from './input.ts'
import { fileNameOf, statementView } from './view.ts'
import { writeStatement } from './write-statement.ts'

/** The store's payouts: for people, a part of the ledger. */
const reads = { kind: 'private', scope: 'orders:read', permission: 'ledger:read' } as const

/** Statements over a period. The path says which format; Accept, as everywhere, which mode. */
export function statementRoutes(service: Service): Route[] {
  const periodOf = ({ store }: Caller, query: URLSearchParams) =>
    readStatementQuery(query, { timeZone: store.timeZone, currency: store.settings.currency })
  return [
    route({
      method: 'GET',
      path: '/me/statement',
      access: reads,
      doc: docs.getStatement,
      async handle({ caller, query }) {
        const { timeZone } = caller.store
        const statement = await getStatement(service, caller, periodOf(caller, query))
        return answer(200, statementView(statement, { timeZone, baseUrl: service.baseUrl() }))
      },
    }),
    route({
      method: 'GET',
      path: '/me/statement.csv',
      access: { ...reads, stepUp: true },
      doc: docs.writeStatement,
      async handle({ caller, query }) {
        const period = periodOf(caller, query)
        const name = fileNameOf(period, caller.store.timeZone)
        return {
          content: await writeStatement(service, caller, period),
          headers: csvHeaders(name),
        }
      },
    }),
  ]
}
