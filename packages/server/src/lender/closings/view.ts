import type { Answered, ClosingAnswer, ClosingPage } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Closing } from './closing.ts'

export function closingItem({
  day,
  closedAt,
  previousHash,
  hash,
}: Closing): Answered<typeof ClosingPage>['results'][number] {
  return { day, closed: utcMicros(closedAt), previous_hash: previousHash, hash }
}

export function closingView(closing: Closing): Answered<typeof ClosingAnswer> {
  return {
    ...closingItem(closing),
    balances: closing.balances.map(({ account, currency, debit, credit, balance }) => ({
      ...{ account, currency, debit, credit, balance },
    })),
  }
}
