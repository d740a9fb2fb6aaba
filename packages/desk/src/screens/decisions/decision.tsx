import type { Answered as AnswerOf, LenderDecisionAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, Money, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t, word } from '../../texts/texts.ts'
import { Values } from './inputs.tsx'

type Decision = AnswerOf<typeof LenderDecisionAnswer>

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/lender/decisions/${encodeURIComponent(id)}`
  const known = useAnswer<Decision>(path)
  return (
    <Page title={t.screens.decision}>
      <Answered known={known} lines={12}>
        {(decision) => <Whole decision={decision} />}
      </Answered>
      <Request path={path} />
    </Page>
  )
}

function Whole({ decision }: { decision: Decision }) {
  const { store, order_id: orderId, outcome, decider, version, created, review } = decision
  return (
    <>
      <Facts
        facts={[
          ['outcome', <State key="outcome" name={outcome} />],
          ['store', <StoreLink key="store" store={store} />],
          [
            'order_id',
            <a key="order" href={href(`/orders/${orderId}`)}>
              {orderId.slice(0, 8)}
            </a>,
          ],
          ['decider', word(decider)],
          ['version', version],
          ['created', <Moment key="created" at={created} />],
        ]}
      />
      <div class="columns">
        <Block title={t.decision.reasons}>
          <Reasons decision={decision} />
        </Block>
        <Block title={t.decision.review}>
          {review === null ? (
            <p class="hint">{NONE}</p>
          ) : (
            <Facts
              facts={[
                ['outcome', <State key="outcome" name={review.outcome} />],
                ['note', <Words key="note">{review.note ?? ''}</Words>],
                ['created', <Moment key="created" at={review.created} />],
              ]}
            />
          )}
        </Block>
        <Block title={t.decision.exposure}>
          <Exposure decision={decision} />
        </Block>
        <Block title={t.decision.inputs}>
          <Values value={decision.inputs} />
        </Block>
      </div>
    </>
  )
}

/** In the reader's language, with the numbers that it was judged by. */
function Reasons({ decision: { reasons } }: { decision: Decision }) {
  if (reasons.length === 0) return <p class="hint">{t.decision.noReasons}</p>
  const isSpanish = document.documentElement.lang === 'es'
  return (
    <ul class="rows">
      {reasons.map(({ code, es, en, advisory, values }) => (
        <li key={code}>
          <div>
            <Words>{isSpanish ? es : en}</Words>
            <p class="hint">
              <code>{code}</code>{' '}
              {Object.entries(values)
                .map(([name, value]) => `${word(name)} ${value}`)
                .join(' · ')}
            </p>
          </div>
          {advisory && <span class="state">{t.decision.advisory}</span>}
        </li>
      ))}
    </ul>
  )
}

function Exposure({ decision: { exposure } }: { decision: Decision }) {
  if (exposure === null) return <p class="hint">{t.decision.noExposure}</p>
  const { currency } = exposure
  const amount = (value: number | null) =>
    value === null ? NONE : <Money amount={value} currency={currency} />
  return (
    <Facts
      facts={[
        ['amount', amount(exposure.amount)],
        ['open_amount', amount(exposure.open_amount)],
        ['exposure_max', amount(exposure.exposure_max)],
        ['written_off_amount', amount(exposure.written_off_amount)],
        ['orders', exposure.orders],
        ['stores', exposure.stores],
        ['elsewhere', exposure.elsewhere ? t.yes : t.no],
        ['late_instalments', exposure.late_instalments],
        ['attempts', exposure.attempts],
      ]}
    />
  )
}
