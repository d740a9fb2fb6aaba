import type { Answered, BankAccountState, LenderBankAccount } from '@svc/api'
import type { BankAccount } from '../../model/payouts/bank-account.ts'
import { utcMicros } from '../../platform/time/dates.ts'

type Shown = BankAccount & { readonly state: BankAccountState }

export function bankAccountView(account: Shown): Answered<typeof LenderBankAccount> {
  const { id, version, state, iban, holder, effectiveFrom, createdAt } = account
  return {
    ...{ id, version, state, iban, holder },
    effective_from: utcMicros(effectiveFrom),
    created: utcMicros(createdAt),
  }
}
