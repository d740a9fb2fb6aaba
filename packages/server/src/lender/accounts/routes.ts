import { csvHeaders } from '../../platform/http/csv.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportPostings } from './export-postings.ts'
import { readAt } from './input.ts'
import { readAccounts, readPostings } from './read-accounts.ts'
import { accountsView, postingView, trialBalanceView } from './view.ts'

export function accountRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/accounts',
      permission: 'ledger:read',
      doc: docs.listAccounts,
      async handle({ caller }) {
        return answer(200, accountsView(await readAccounts(service, caller, null)))
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/accounts/:account/entries',
      permission: 'ledger:read',
      doc: docs.listAccountEntries,
      async handle(request) {
        const { caller, params, query } = request
        const { account } = params
        const listed = await readPostings(service, caller, { account, parameters: query })
        return answerList(request, `/lender/accounts/${account}/entries`, listed, postingView)
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/accounts/:account/entries.csv',
      ...{ permission: 'exports:write', stepUp: true, doc: docs.exportPostings },
      async handle({ caller, params, query, writing, mayStill }) {
        const { account } = params
        const exporting = { ...service, writing, mayStill }
        const wanted = { account, parameters: query }
        const content = await exportPostings(exporting, caller, wanted)
        return { content, headers: csvHeaders(`${account}.csv`) }
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/trial-balance',
      permission: 'ledger:read',
      doc: docs.getTrialBalance,
      async handle({ caller, query }) {
        const at = readAt(query)
        return answer(200, trialBalanceView(await readAccounts(service, caller, at), at))
      },
    }),
  ]
}
