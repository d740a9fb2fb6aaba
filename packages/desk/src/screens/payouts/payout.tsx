import { useAnswer } from '../../client/answers.ts'
import { Page } from '../../parts/page.tsx'
import { PayoutLines } from '../../parts/payout-lines.tsx'
import { Answered } from '../../parts/states.tsx'
import { Moment, Money, StoreLink } from '../../parts/values.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t } from '../../texts/texts.ts'
import { Differences, PayoutFacts } from './columns.tsx'
import { type Payout, PayoutActs } from './payout-acts.tsx'

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/lender/payouts/${encodeURIComponent(id)}`
  const known = useAnswer<Payout>(path)
  return (
    <Page title={t.screens.payout}>
      <div class="stack">
        <Answered known={known}>
          {(payout) => (
            <>
              <PayoutFacts
                payout={payout}
                before={[['store', <StoreLink key="store" store={payout.store} />]]}
                after={[
                  ['payable', <Moment key="payable" at={payout.payable} />],
                  ['paid_at', <Moment key="paid" at={payout.paid} />],
                  ...usualOf(payout),
                  ['differences', <Differences key="differences" payout={payout} />],
                ]}
              />
              <PayoutActs key={payout.id} payout={payout} />
            </>
          )}
        </Answered>
        <PayoutLines path={`${path}/lines`} />
      </div>
    </Page>
  )
}

const usualOf = ({ usual_amount: amount, currency }: Payout) =>
  amount === null
    ? []
    : [['usual_amount', <Money key="usual" amount={amount} currency={currency} />] as const]
