/** An order as its store sees it, with the actions on its money. */
import type { Figure } from '../../parts/money-strip.tsx'
import { ObjectPage, titleOf } from '../../parts/object-page.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t } from '../../texts/texts.ts'
import { WholeOrder } from '../orders/whole.tsx'
import type { Order } from './acts.ts'
import { Notifications } from './notifications.tsx'
import { OrderActs } from './order-acts.tsx'
import { OwnTimeline } from './own-timeline.tsx'

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<Order>
    path={`/orders/${encodeURIComponent(id)}`}
    title={(order) => titleOf(t.screens.order, order?.mid)}
  >
    {(order) => (
      <WholeOrder order={order} figures={figuresOf(order)} acts={<OrderActs order={order} />}>
        <OwnTimeline order={order} />
        <Notifications orderId={order.id} />
      </WholeOrder>
    )}
  </ObjectPage>
)

function figuresOf(order: Order): Figure[] {
  const loan = order.instalment_plan?.loan
  return [
    { name: 'total_amount', amount: order.total_amount },
    { name: 'captured_amount', amount: order.captured_amount },
    { name: 'voided_amount', amount: order.voided_amount },
    { name: 'refunded_amount', amount: order.refunded_amount },
    { name: 'remaining_capture_amount', amount: order.remaining_capture_amount },
    { name: 'remaining_refund_amount', amount: order.remaining_refund_amount },
    ...(loan ? [{ name: 'credit_amount', amount: loan.credit_amount }] : []),
  ]
}
