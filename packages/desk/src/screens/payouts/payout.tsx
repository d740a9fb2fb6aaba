import { useAnswer } from '../../client/answers.ts'
import { Page } from '../../parts/page.tsx'
import { PayoutLines } from '../../parts/payout-lines.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, Money, State, StoreLink } from '../../parts/values.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t } from '../../texts/texts.ts'
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
              <PayoutFacts payout={payout} />
              <PayoutActs key={payout.id} payout={payout} />
            </>
          )}
        </Answered>
        <PayoutLines path={`${path}/lines`} />
      </div>
    </Page>
  )
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const { store, status, amount, carried, currency, created, due, previous } = payout
  return (
    <Facts
      facts={[
        ['store', <StoreLink key="store" store={store} />],
        ['status', <State key="status" name={status} />],
        ['amount', <Money key="amount" amount={amount} currency={currency} />],
        ['carried', <Money key="carried" amount={carried} currency={currency} />],
        ['due', <Moment key="due" at={due} />],
        ['previous', <Moment key="previous" at={previous} />],
        ['created', <Moment key="created" at={created} />],
        ['payable', <Moment key="payable" at={payout.payable} />],
        ['paid_at', <Moment key="paid" at={payout.paid} />],
      ]}
    />
  )
}
