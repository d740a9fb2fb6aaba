import { Acts } from '../../parts/money/acts.tsx'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'
import { type Act, acts, type Order } from './acts.ts'
import { OrderPanel } from './order-panel.tsx'

/** What may be done to the order, each with why not where it may not. */
export const OrderActs = ({ order }: { order: Order }) => (
  <Acts<Act>
    objectId={order.id}
    acts={acts}
    nameFor={({ name }) => to.acts.names[name]}
    whyNot={({ name }) => {
      const each = order.allowed_actions[name]
      return each.allowed ? undefined : word(each.reason)
    }}
    panel={(act, onClose) => <OrderPanel {...{ act, order, onClose }} />}
  />
)
