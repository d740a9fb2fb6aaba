import type { Answered as AnswerOf, LenderOrderAnswer } from '@svc/api'
import { ObjectPage, titleOf } from '../../parts/object-page.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'
import { figuresOf } from './figures.ts'
import { WholeOrder } from './whole.tsx'

type Order = AnswerOf<typeof LenderOrderAnswer>

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
        <Timeline orderId={order.id} currency={order.currency.code} />
      </WholeOrder>
    )}
  </ObjectPage>
)
