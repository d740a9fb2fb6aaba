import type { Changes } from '../../model/actions/action.ts'
import type { Payout } from '../../model/payouts/payout.ts'

/** The amount and the account: the checker sees them, and the log of actions proves them. */
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
