import { nameOf } from '../../client/unanswered.ts'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { ta } from '../../texts/acts.ts'
import type { Order } from './figures.ts'

type WithdrawalPanelProps = { readonly order: Order; readonly onClose: () => void }

/** Before the store has confirmed it ends the order, afterwards the loan. */
export function WithdrawalPanel({ order: { id, currency }, onClose }: WithdrawalPanelProps) {
  const title = ta.acts.names.withdrawal
  return (
    <WishPanel
      {...{ title, onClose }}
      name={nameOf('withdrawal', id)}
      path={`/lender/loans/${id}/withdrawal`}
      code="buyer_request"
      currency={currency.code}
      sentence={() => title}
    />
  )
}
