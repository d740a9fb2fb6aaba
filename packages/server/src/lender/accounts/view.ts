import {
  type AccountEntriesPage,
  type AccountsAnswer,
  type Answered,
  add,
  cents,
  type TrialBalanceAnswer,
} from '@svc/api'
import { chart } from '../../model/ledger/accounts.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { AccountBalance } from '../balances/balance.ts'
import type { AccountPosting } from './list-store.ts'

const sides = ({ currency, debit, credit, balance }: Omit<AccountBalance, 'account'>) => ({
  ...{ currency, debit, credit, balance },
})

export function accountsView(balances: readonly AccountBalance[]): Answered<typeof AccountsAnswer> {
  return {
    results: Object.entries(chart).map(([name, kind]) => ({
      name,
      class: kind,
      balances: balances.filter(({ account }) => account === name).map(sides),
    })),
  }
}

const sum = (amounts: readonly number[]): number => add(...amounts.map(cents))

export function trialBalanceView(
  balances: readonly AccountBalance[],
  at: Date | null,
): Answered<typeof TrialBalanceAnswer> {
  const byCurrency = Map.groupBy(balances, ({ currency }) => currency)
  return {
    at: at === null ? null : utcMicros(at),
    accounts: balances.map((each) => ({ account: each.account, ...sides(each) })),
    totals: [...byCurrency].map(([currency, ofIt]) => ({
      currency,
      debit: sum(ofIt.map(({ debit }) => debit)),
      credit: sum(ofIt.map(({ credit }) => credit)),
      balance: sum(ofIt.map(({ balance }) => balance)),
    })),
  }
}

export function postingView(
  posting: AccountPosting,
): Answered<typeof AccountEntriesPage>['results'][number] {
  return {
    store: posting.store,
    order_id: posting.orderId,
    sequence: posting.sequence,
    number: posting.number,
    kind: posting.kind,
    effect_id: posting.effectId,
    debit: posting.debit,
    credit: posting.credit,
    amount: posting.amount,
    currency: posting.currency,
    created: utcMicros(posting.createdAt),
  }
}
