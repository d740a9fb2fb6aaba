import type { Changes } from '../../model/actions/action.ts'
import type { Payout } from '../../model/payouts/payout.ts'

/** What is paid, and where: the checker sees it, and the log of actions proves it. */
export function paidChanges({
  amount,
  currency,
  bankAccount,
}: Pick<Payout, 'amount' | 'currency' | 'bankAccount'>): Changes {
  const account = bankAccount && {
    'bank_account.iban': { old: null, new: bankAccount.iban },
    'bank_account.holder': { old: null, new: bankAccount.holder },
  }
  return {
    amount: { old: null, new: amount },
    currency: { old: null, new: currency },
    ...account,
  }
}
