import { BankAccountBody } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { objectIn } from './input.ts'
import { listBankAccounts } from './list-bank-accounts.ts'
import { nameBankAccount } from './name-bank-account.ts'
import { bankAccountView } from './view.ts'

/** The bank account of a store, in the requested mode. */
export function bankAccountRoutes(service: Service): Route[] {
  const path = '/lender/stores/:storeId/bank-accounts'
  return [
    listRoute({
      ...{ path, permission: 'payouts:read', doc: docs.listBankAccounts },
      read: ({ caller: { sandbox }, params: { storeId }, query }) =>
        listBankAccounts(service, { storeId, sandbox }, query),
      view: bankAccountView,
    }),
    lenderRoute({
      ...{ method: 'POST', path, permission: 'bank_accounts:write', stepUp: true },
      doc: docs.nameBankAccount,
      approval: { action: 'bank_account', object: (request) => objectIn(service, request) },
      body: BankAccountBody,
      dryRun: true,
      secretBody: true,
      handle({ caller: { sandbox }, params: { storeId }, body, writeInRealTime }) {
        const { reason, ...wish } = body
        const { vault } = service
        return writeInRealTime(
          (writing) => nameBankAccount(writing, { storeId, sandbox, wish, reason, vault }),
          (account) => {
            const state = sandbox ? 'in_force' : 'coming'
            return answer(201, bankAccountView({ ...account, state }))
          },
        )
      },
    }),
  ]
}
