import { fileRoute, listRoute } from '../../tenancy/caller/list-route.ts'
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
    listRoute({
      path: '/lender/accounts/:account/entries',
      permission: 'ledger:read',
      doc: docs.listAccountEntries,
      read: ({ caller, params: { account }, query }) =>
        readPostings(service, caller, { account, parameters: query }),
      view: postingView,
    }),
    fileRoute({
      path: '/lender/accounts/:account/entries.csv',
      doc: docs.exportPostings,
      nameOf: ({ account }) => `${account}.csv`,
      read: ({ caller, params: { account }, query, writing, mayStill }) =>
        exportPostings({ ...service, writing, mayStill }, caller, { account, parameters: query }),
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
