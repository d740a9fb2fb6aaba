/** The sent message, the answers, and a check of signatures: computed in this browser. */

import type { Answered as AnswerOf, WholeDeliveryAnswer, WholeLenderDeliveryAnswer } from '@svc/api'
import { openOf, useAgain } from '../../client/again.ts'
import { useAnswer } from '../../client/answers.ts'
import { Attempts } from '../../parts/attempts.tsx'
import { Json } from '../../parts/json.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, State } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { td } from '../../texts/dev.ts'
import { t } from '../../texts/texts.ts'
import { webhooksPath } from './owner.ts'
import { Resend } from './resend.tsx'
import { Signature } from './signature.tsx'

type Delivery = AnswerOf<typeof WholeDeliveryAnswer> | AnswerOf<typeof WholeLenderDeliveryAnswer>

export function Screen({ params: { id = '', delivery = '' } }: ScreenProps) {
  const webhook = encodeURIComponent(id)
  const path = `${webhooksPath()}/${webhook}/deliveries/${encodeURIComponent(delivery)}`
  const known = useAnswer<Delivery>(path)
  useAgain(known, openOf(known.data === undefined ? [] : [known.data]))
  const type = known.data?.type
  return (
    <Page
      title={type === undefined ? t.screens.delivery : `${t.screens.delivery}: ${type}`}
      more={<a href={href(`/dev/webhooks/${webhook}`)}>{t.screens.webhook}</a>}
    >
      <Answered known={known} lines={12}>
        {(whole) => <Whole path={path} whole={whole} />}
      </Answered>
      <Request path={path} />
    </Page>
  )
}

function Whole({ path, whole }: { path: string; whole: Delivery }) {
  const { state, event_id: eventId, order_id: order, deadline, created, settled } = whole
  const { next_attempt: next, attempt_count: tries } = whole
  const isOpen = settled === null
  return (
    <>
      <Facts
        facts={[
          ['state', <State key="state" name={state} of="delivery" />],
          ['tries', tries],
          ['created', <Moment key="created" at={created} />],
          ...(isOpen
            ? ([
                ['next_attempt', <Moment key="next" at={next} />],
                ['deadline', <Moment key="deadline" at={deadline} />],
              ] as const)
            : ([['settled_at', <Moment key="settled" at={settled} />]] as const)),
          ...(order === null
            ? []
            : ([
                [
                  'order_id',
                  <a key="order" href={href(`/orders/${order}`)}>
                    {order.slice(0, 8)}
                  </a>,
                ],
              ] as const)),
          ['event_id', <code key="event">{eventId}</code>],
        ]}
      />
      <div class="buttons">
        <Resend path={path} of={whole} />
      </div>
      <div class="stack">
        <Block title={td.delivery.attempts}>
          {whole.attempts.length === 0 ? (
            <p class="hint">{td.delivery.noAttempts}</p>
          ) : (
            <Attempts attempts={whole.attempts} />
          )}
        </Block>
        <div class="columns">
          <Block title={td.delivery.body}>
            <Json text={shown(whole.payload)} />
          </Block>
          <Block title={td.signature.title}>
            <Signature delivery={whole} />
          </Block>
        </div>
      </div>
    </>
  )
}

/** Formatted for people; the signature covers the original bytes, without these spaces. */
function shown(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
