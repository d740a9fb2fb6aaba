/** What waits in the store, and how it stands; each figure is a list. */
import type { Answered as AnswerOf, PayoutPage, StoreAnswer, WebhookPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { now } from '../../client/clock.ts'
import { storeId } from '../../client/store.ts'
import { Figure } from '../../parts/figure.tsx'
import { count } from '../../parts/format.ts'
import { Block, Page } from '../../parts/page.tsx'
import { Answered, FirstFailure, Skeleton } from '../../parts/states.tsx'
import { Facts, Moment, Money, State, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { to } from '../../texts/own.ts'
import { t } from '../../texts/texts.ts'

export function Screen() {
  if (storeId.value === undefined) {
    return (
      <Page title={t.screens.home}>
        <p>{to.home.noStore}</p>
      </Page>
    )
  }
  return (
    <Page title={t.screens.home}>
      <div class="stack">
        <AccountNotice />
        <div class="columns level">
          <Block title={t.home.waiting}>
            <Waiting />
          </Block>
          <Block title={t.screens.store}>
            <Standing />
          </Block>
          <Block title={t.screens.payouts}>
            <LastPayouts />
          </Block>
        </div>
      </div>
    </Page>
  )
}

const WEEK_MS = 7 * 86_400_000

/**
 * Changing a store's account takes its money: each member reads of it here while it
 * waits, and for a week after (decision 0165).
 */
function AccountNotice() {
  const { data, failure } = useAnswer<AnswerOf<typeof StoreAnswer>>('/me')
  // What stands below it waits for it.
  if (data === undefined && failure === undefined) return <Skeleton lines={8} />
  const account = data?.bank_account
  if (account == null || Date.parse(account.effective_from) + WEEK_MS < now()) return null
  return (
    <p class="note" role="status">
      <Words>{to.home.account(account.iban, account.holder)}</Words>{' '}
      <Moment at={account.effective_from} />. {to.home.notYours}
    </p>
  )
}

type Counted = { readonly paging: { readonly count: number } }

const ordersAt = (status: string) => useAnswer<Counted>(`/orders?status=${status}&page_size=1`)

function Waiting() {
  const [processing, pending] = [ordersAt('processing'), ordersAt('pending')]
  const hooks = useAnswer<AnswerOf<typeof WebhookPage>>('/me/webhooks?page_size=100')
  const failing = hooks.data?.results.filter(({ failing_since: since }) => since !== null)
  return (
    <>
      <ul class="figures">
        {(
          [
            [t.home.toCapture, href('/orders', 'status=processing'), processing.data?.paging.count],
            [to.home.unconfirmed, href('/orders', 'status=pending'), pending.data?.paging.count],
            [to.home.failing, href('/dev/webhooks'), failing?.length],
          ] as const
        ).map(([name, address, shown]) => (
          <Figure key={name} name={name} to={address}>
            {shown === undefined ? '–' : count(shown)}
          </Figure>
        ))}
      </ul>
      <FirstFailure of={[processing, pending, hooks]} />
    </>
  )
}

const Standing = () => (
  <Answered known={useAnswer<AnswerOf<typeof StoreAnswer>>('/me')} lines={3}>
    {({ name, state, currency, time_zone: zone }) => (
      <Facts
        facts={[
          ['name', <Words key="name">{name}</Words>],
          ['state', <State key="state" name={state} />],
          ['currency', currency],
          ['time_zone', zone],
        ]}
      />
    )}
  </Answered>
)

const LastPayouts = () => (
  <Answered known={useAnswer<AnswerOf<typeof PayoutPage>>('/me/payouts?page_size=3')} lines={3}>
    {({ results }) =>
      results.length === 0 ? (
        <p class="hint">{to.home.noPayouts}</p>
      ) : (
        <ul class="figures">
          {results.map(({ id, created, amount, currency }) => (
            <li key={id}>
              <a href={href(`/payouts/${id}`)}>
                <Moment at={created} /> <Money amount={amount} currency={currency} />
              </a>
            </li>
          ))}
        </ul>
      )
    }
  </Answered>
)
