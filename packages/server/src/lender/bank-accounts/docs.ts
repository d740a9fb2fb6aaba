/** What the OpenAPI document says of the routes beside this file. */
import { LenderBankAccount, LenderBankAccountPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { bankAccountList } from './list-store.ts'

export const listBankAccounts: RouteDoc = {
  operation: 'listBankAccounts',
  summary: 'The bank accounts that were named for a store in the mode asked, newest first',
  answers: { 200: LenderBankAccountPage },
  errors: ['store_not_found'],
  list: bankAccountList,
}

export const nameBankAccount: RouteDoc = {
  operation: 'nameBankAccount',
  summary: 'Where a store is to be paid: in live mode from 48 hours after the approval on',
  answers: { 201: LenderBankAccount },
  errors: ['store_not_found'],
}
