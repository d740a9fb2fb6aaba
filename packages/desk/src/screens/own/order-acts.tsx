import { Acts } from '../../parts/money/acts.tsx'
import { Late } from '../../parts/states.tsx'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'
import { type Act, acts, type Order } from './acts.ts'

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
    panel={(act, onClose) => (
      <Late
        load={async () => (await import('./order-panel.tsx')).OrderPanel}
        with={{ act, order, onClose }}
        onGone={onClose}
      />
    )}
  />
)
