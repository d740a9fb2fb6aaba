import type { accountClasses } from '@svc/api'
import type { Account } from './rules.ts'

type AccountClass = (typeof accountClasses)[number]

/** The chart of accounts, with the class of each. */
export const chart: Readonly<Record<Account, AccountClass>> = {
  buyer_receivable: 'asset',
  commitment: 'asset',
  cash: 'asset',
  uncaptured: 'liability',
  store_payable: 'liability',
  buyer_credit: 'liability',
  store_fee_income: 'income',
  campaign_income: 'income',
  interest_income: 'income',
  buyer_fee_income: 'income',
  late_income: 'income',
  credit_loss: 'expense',
}
