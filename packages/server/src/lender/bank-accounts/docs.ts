/** OpenAPI descriptions of the routes in this folder. */
import { LenderBankAccount, LenderBankAccountPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { bankAccountList } from './list-store.ts'

export const listBankAccounts: RouteDoc = {
  operation: 'listBankAccounts',
  summary: 'List the bank accounts of a store in the requested mode, newest first',
  answers: { 200: LenderBankAccountPage },
  errors: ['store_not_found'],
  list: bankAccountList,
}

export const nameBankAccount: RouteDoc = {
  operation: 'nameBankAccount',
  summary: "Set the bank account for a store's payouts; in live mode used 48 hours after approval",
  answers: { 201: LenderBankAccount },
  errors: ['store_not_found'],
}
