/** Books a payout as paid: entry, line and event, wherever it comes from. */
import { payoutPostings } from '../../model/ledger/rules.ts'
import type { Calendar, Payout } from '../../model/payouts/payout.ts'
import type { RowSet } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { appendStoreEntry, payoutHash } from '../ledger/entry.ts'
import { type BookedPayout, lineAndEventRows } from './store.ts'

export type UnbookedPayout = Omit<Payout, 'ledgerSequence'>

type Booked = {
  readonly payout: BookedPayout
  /** With the chain of the store's own entries one longer. */
  readonly calendar: Calendar
  /** Without those of the payout itself and of the calendar. */
  readonly rowSets: readonly RowSet[]
}

export function bookPayout(
  calendar: Calendar,
  made: UnbookedPayout,
  { at, ids }: { readonly at: Date; readonly ids: Pick<Ids, 'next'> },
): Booked {
  const { id, currency, amount } = made
  const booked = appendStoreEntry(calendar, {
    ...{ kind: 'payout', effectId: id, currency, at },
    postings: payoutPostings(amount),
    contentHash: payoutHash(made),
  })
  const payout = { ...made, ledgerSequence: booked.calendar.ledgerSequence }
  const named = { eventId: ids.next(), lineId: ids.next(), at }
  return {
    payout,
    calendar: booked.calendar,
    rowSets: [...booked.rowSets, ...lineAndEventRows(calendar, payout, named)],
  }
}
