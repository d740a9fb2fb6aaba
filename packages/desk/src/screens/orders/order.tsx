import { ObjectPage, titleOf } from '../../parts/object-page.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'
import { figuresOf, type Order } from './figures.ts'
import { OrderActs } from './order-acts.tsx'
import { WholeOrder } from './whole.tsx'

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<Order>
    path={`/lender/orders/${encodeURIComponent(id)}`}
    title={(order) => titleOf(t.screens.order, order?.mid)}
  >
    {(order) => (
      <WholeOrder
        order={order}
        store={order.store}
        figures={figuresOf(order)}
        more={<a href={href(`/loans/${order.id}`)}>{tb.order.openLoan}</a>}
      >
        <OrderActs order={order} />
        <Timeline orderId={order.id} currency={order.currency.code} />
      </WholeOrder>
    )}
  </ObjectPage>
)
