import { Acts } from '../../parts/money/acts.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { ta } from '../../texts/acts.ts'
import type { Order } from './figures.ts'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

const acts = [{ name: 'withdrawal', permission: 'repayments:write' }] as const

/** The buyer may withdraw before there is a loan; what else is done is done to the loan. */
export const OrderActs = ({ order }: { order: Order }) => (
  <Acts
    objectId={order.id}
    acts={acts}
    nameFor={({ name }) => ta.acts.names[name]}
    whyNot={({ name }) => whyNot(order.allowed_actions[name])}
    panel={(_, onClose) => <WithdrawalPanel {...{ order, onClose }} />}
  >
    <PendingLinks approvals={order.pending_approvals} />
  </Acts>
)
