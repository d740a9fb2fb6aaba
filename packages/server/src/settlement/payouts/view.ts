import type { Answered, PayoutAnswer } from '@svc/api'
import type { Payout } from '../../model/payouts/payout.ts'
import { utcMicros } from '../../platform/time/dates.ts'

const moment = (date: Date | null) => (date === null ? null : utcMicros(date))

export function payoutView(payout: Payout): Answered<typeof PayoutAnswer> {
  const { id, status, amount, currency, carried, previousAt, dueAt, createdAt } = payout
  const { payableAt, paidAt, bankAccount } = payout
  return {
    id,
    status,
    amount,
    currency,
    carried,
    previous: moment(previousAt),
    due: moment(dueAt),
    payable: moment(payableAt),
    paid: moment(status === 'paid' ? (paidAt ?? createdAt) : null),
    bank_account: bankAccount && { iban: bankAccount.iban, holder: bankAccount.holder },
    created: utcMicros(createdAt),
  }
}
