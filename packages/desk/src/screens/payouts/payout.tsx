import type { Answered as AnswerOf, LenderPayoutAnswer, PaymentAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, Money, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t, word } from '../../texts/texts.ts'

type Payout = AnswerOf<typeof LenderPayoutAnswer>
type Line = AnswerOf<typeof PaymentAnswer>

const linesOf = (path: string): ListDefinition<Line> => ({
  name: 'lines',
  path: `${path}/lines`,
  news: 'lines',
  filters: [],
  keyOf: ({ id }) => id,
  placeOf: ({ order }) => (order === null ? '/payouts' : `/orders/${order.id}`),
  columns: [
    { name: 'mid', cell: ({ order }) => (order === null ? NONE : <Words>{order.mid}</Words>) },
    { name: 'type', cell: ({ type }) => word(type) },
    {
      ...{ name: 'amount', isEnd: true },
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      ...{ name: 'net', isEnd: true },
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
  ],
})

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/lender/payouts/${encodeURIComponent(id)}`
  const known = useAnswer<Payout>(path)
  return (
    <Page title={t.screens.payout}>
      <Answered known={known}>
        {({ store, status, amount, carried, currency, created, due, previous }) => (
          <Facts
            facts={[
              ['store', <StoreLink key="store" store={store} />],
              ['status', <State key="status" name={status} />],
              ['amount', <Money key="amount" amount={amount} currency={currency} />],
              ['carried', <Money key="carried" amount={carried} currency={currency} />],
              ['due', <Moment key="due" at={due} />],
              ['previous', <Moment key="previous" at={previous} />],
              ['created', <Moment key="created" at={created} />],
            ]}
          />
        )}
      </Answered>
      <Block title={t.payout.lines}>
        <List list={linesOf(path)} />
      </Block>
    </Page>
  )
}
