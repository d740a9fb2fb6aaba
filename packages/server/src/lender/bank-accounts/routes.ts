import { BankAccountBody } from '@svc/api'
import { answerList } from '../../tenancy/caller/answer-list.ts'
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
    lenderRoute({
      ...{ method: 'GET', path, permission: 'payouts:read', doc: docs.listBankAccounts },
      async handle(request) {
        const { storeId } = request.params
        const { sandbox } = request.caller
        const listed = await listBankAccounts(service, { storeId, sandbox }, request.query)
        return answerList(
          request,
          `/lender/stores/${storeId}/bank-accounts`,
          listed,
          bankAccountView,
        )
      },
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
