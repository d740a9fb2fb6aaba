/** The timeline of an order, as far as the API shows it to its store. */
import type {
  Answered as AnswerOf,
  CapturesAnswer,
  NotificationPage,
  RefundsAnswer,
  VoidsAnswer,
} from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Block } from '../../parts/page.tsx'
import { FirstFailure } from '../../parts/states.tsx'
import { withGaps } from '../../parts/timeline/gaps.ts'
import { Moment, Money, State } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
import { heading, word } from '../../texts/texts.ts'
import type { Order } from './acts.ts'

type Entry = {
  readonly at: string
  readonly id: string
  readonly kind: string
  readonly what?: string
  readonly state?: string
  readonly amount?: number
}

const MOMENTS = ['created', 'verified', 'confirmed', 'expired', 'cancelled'] as const

export function OwnTimeline({ order }: { order: Order }) {
  const path = `/orders/${order.id}`
  const captured = useAnswer<AnswerOf<typeof CapturesAnswer>>(`${path}/captures`)
  const voided = useAnswer<AnswerOf<typeof VoidsAnswer>>(`${path}/void`)
  const refunded = useAnswer<AnswerOf<typeof RefundsAnswer>>(`${path}/refund`)
  const sent = useAnswer<AnswerOf<typeof NotificationPage>>(`${path}/notifications?page_size=100`)
  const ofOrder = MOMENTS.flatMap((kind): Entry[] => {
    const at = order[kind]
    return at === null ? [] : [{ at, id: kind, kind: 'event', what: kind }]
  })
  const entries: Entry[] = [
    ...ofOrder,
    ...(captured.data?.results ?? []).map(({ id, created: at, amount }) => ({
      ...{ id, at, amount, kind: 'capture' },
    })),
    ...(voided.data?.results ?? []).map(({ id, created: at, amount, origin }) => ({
      ...{ id, at, amount, kind: 'void', ...(origin === 'store' ? {} : { what: origin }) },
    })),
    ...(refunded.data?.results ?? []).map(({ id, created: at, amount, origin }) => ({
      ...{ id, at, amount, kind: 'refund', ...(origin === 'cancel' ? { what: origin } : {}) },
    })),
    ...(sent.data?.results ?? []).map(({ id, created: at, kind: what, state }) => ({
      ...{ id, at, what, state, kind: 'notification' },
    })),
  ]
  const inOrder = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <Block title={tb.order.timeline}>
      <FirstFailure of={[captured, voided, refunded, sent]} />
      <ol class="timeline">
        {withGaps(inOrder).map(({ entry, days }) => (
          <Row
            key={`${entry.kind} ${entry.id}`}
            {...{ entry, days }}
            currency={order.currency.code}
          />
        ))}
      </ol>
    </Block>
  )
}

type RowProps = { readonly entry: Entry; readonly days: number; readonly currency: string }

function Row({ entry: { at, kind, what, state, amount }, days, currency }: RowProps) {
  return (
    <>
      {days > 0 && <li class="gap">{tb.order.gap(days)}</li>}
      <li>
        <span class="kind">{heading(kind)}</span>
        <span>
          {what !== undefined && word(what)} {state !== undefined && <State name={state} />}{' '}
          {amount !== undefined && <Money amount={amount} currency={currency} />}
        </span>
        <Moment at={at} />
      </li>
    </>
  )
}
