import { signal } from '@preact/signals'
import { useAnswer } from '../../client/answers.ts'
import { type Seen, useQueue } from '../../client/queue.ts'
import { count } from '../../parts/format.ts'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, Money, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { go, href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { t, wordOf } from '../../texts/texts.ts'
import { Values } from './inputs.tsx'
import { Reasons } from './reasons.tsx'
import { Review } from './review.tsx'
import { type Decision, reviewState } from './types.ts'

/** In place of an id: the refusal that waits longest. */
const NEXT = 'next'
const REFUSALS =
  '/lender/decisions?outcome=refused&review-outcome-isnull=true&ordering=created&page_size=20'
const seen = signal<readonly Seen[]>([])

export const Screen = ({ params: { id = '' } }: ScreenProps) =>
  id === NEXT ? (
    <Oldest />
  ) : (
    <Page title={t.screens.decision}>
      <One id={id} onReviewed={() => go(href(`/decisions/${NEXT}`))} />
    </Page>
  )

/** The refusal that waits longest; the next one stands here once it is reviewed. */
function Oldest() {
  const { known, current, isDone, pass } = useQueue<{ readonly id: string }>(REFUSALS, seen)
  return (
    <Page title={t.screens.review}>
      <Answered known={known} lines={12}>
        {({ paging }) =>
          isDone ? (
            <section class="empty">
              <h2>{tb.decision.noneLeft}</h2>
              <a href={href('/decisions')}>{t.screens.decisions}</a>
            </section>
          ) : current === undefined ? null : (
            <>
              <div class="list-head" role="status">
                <strong>{tb.decision.left(paging.count, count(paging.count))}</strong>
                <button type="button" class="small" data-next onClick={() => pass(current.id)}>
                  {tb.collections.skip}
                </button>
              </div>
              <One key={current.id} id={current.id} onReviewed={() => pass(current.id)} />
            </>
          )
        }
      </Answered>
    </Page>
  )
}

type OneProps = { readonly id: string; readonly onReviewed: () => void }

function One({ id, onReviewed }: OneProps) {
  const path = `/lender/decisions/${encodeURIComponent(id)}`
  const known = useAnswer<Decision>(path)
  return (
    <>
      <Answered known={known} lines={12}>
        {(decision) => <Whole decision={decision} onReviewed={onReviewed} />}
      </Answered>
      <Request path={path} />
    </>
  )
}

type WholeProps = Pick<OneProps, 'onReviewed'> & { readonly decision: Decision }

function Whole({ decision, onReviewed }: WholeProps) {
  const { store, order_id: orderId, outcome, decider, version, created, review } = decision
  const { explanation } = decision
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
          ['decider', wordOf('decider', decider)],
          ['version', version],
          ['created', <Moment key="created" at={created} />],
        ]}
      />
      <div class="columns">
        <div class="stack">
          <Block title={tb.decision.reasons}>
            <Reasons decision={decision} />
          </Block>
          <Block title={tb.decision.exposure}>
            <Exposure decision={decision} />
          </Block>
          {explanation && (
            <Block title={tb.decision.explanation}>
              <div lang={explanation.language}>
                {explanation.reasons.map((reason) => (
                  <p key={reason}>{reason}</p>
                ))}
                {explanation.human_review.available && (
                  <p class="hint">
                    <Words>{explanation.human_review.how}</Words>
                  </p>
                )}
              </div>
            </Block>
          )}
        </div>
        <div class="stack">
          <Block title={tb.decision.review}>
            {review !== null ? (
              <Facts
                facts={[
                  ['outcome', <State key="outcome" name={reviewState(review.outcome)} />],
                  ['note', <Words key="note">{review.note ?? ''}</Words>],
                  ['created', <Moment key="created" at={review.created} />],
                ]}
              />
            ) : (
              <Review decision={decision} onReviewed={onReviewed} />
            )}
          </Block>
          <Block title={tb.decision.inputs}>
            <Values value={decision.inputs} currency={decision.inputs.currency} />
          </Block>
        </div>
      </div>
    </>
  )
}

function Exposure({ decision: { exposure } }: { decision: Decision }) {
  if (exposure === null) return <p class="hint">{tb.decision.noExposure}</p>
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
