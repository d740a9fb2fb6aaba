import type { Answered as AnswerOf, MovedLenderStore } from '@svc/api'
import { money } from '../../parts/format.ts'
import type { Tried } from '../../parts/money/money-panel.tsx'
import { ta } from '../../texts/acts.ts'

type Switches = AnswerOf<typeof MovedLenderStore>['switches']

/** The open orders of a store that is about to be switched off, by what stays permitted. */
export function Affected({ tried, on }: { tried: Tried; on: Switches }) {
  if (tried.affected === undefined) return null
  const { open_checkouts: checkouts, uncaptured_orders: orders, payouts } = tried.affected
  const owed = payouts.map(({ amount, currency }) => money(amount, currency)).join(' + ')
  const said = [
    ...(on.new_credit ? [] : [ta.store.affected.checkouts(checkouts)]),
    ...(on.captures ? [] : [ta.store.affected.captures(orders)]),
    ...(on.payouts || payouts.length === 0 ? [] : [ta.store.affected.payouts(owed)]),
  ]
  return (
    <ul>
      {said.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}
