import { type Answered, add, type LenderPersonAnswer, ZERO } from '@svc/api'
import { actView, pendingView } from '../allowed-acts/view.ts'
import { maskedOf, personItem } from '../people/view.ts'
import type { WholePerson } from './get-person.ts'

export function personView(
  whole: WholePerson,
  baseUrl: string,
): Answered<typeof LenderPersonAnswer> {
  const { person, customers, past, limit, duplicates, judged } = whole
  const link = (of: string) => `${baseUrl}/lender/${of}?person-id=${person.id}`
  return {
    ...personItem(person),
    birthday: maskedOf(person).birthday ?? null,
    exposure: exposureView(whole),
    late: past.late_instalments,
    written_off: limit.writtenOff,
    attempts: past.attempts,
    possible_duplicates: duplicates.map((each) => ({
      ...{ ...personItem(each.person), because: [...each.because] },
    })),
    customers: customers.map(({ store, id }) => ({ store, id })),
    orders_url: link('orders'),
    loans_url: link('loans'),
    allowed_actions: {
      reveal: actView(judged.act('reveal')),
      export: actView(judged.act('export')),
      block: actView(judged.act('block')),
      unblock: actView(judged.act('unblock')),
      merge: actView(judged.act('merge')),
      split: actView(judged.act('split')),
      erase: actView(judged.act('erase')),
    },
    pending_approvals: pendingView(judged.pending),
  }
}

function exposureView({ owed, limit }: WholePerson) {
  const { currency, limit: most, open, headroom } = limit
  const sums = Map.groupBy(owed, (each) => each.currency)
  return {
    ...{ currency, limit: most, open, headroom },
    by_store: owed,
    by_currency: [...sums].map(([code, rows]) => ({
      currency: code,
      open: add(ZERO, ...rows.map((each) => each.open)),
    })),
  }
}
