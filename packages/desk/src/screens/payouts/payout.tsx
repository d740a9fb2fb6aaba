import type { Answered as AnswerOf, LenderPayoutAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Page } from '../../parts/page.tsx'
import { PayoutLines } from '../../parts/payout-lines.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, Money, State, StoreLink } from '../../parts/values.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t } from '../../texts/texts.ts'

type Payout = AnswerOf<typeof LenderPayoutAnswer>

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
      <PayoutLines path={`${path}/lines`} />
    </Page>
  )
}
