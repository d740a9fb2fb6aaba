/** The events of an order, by time: of every kind, or of the selected ones. */

import type { Answered as AnswerOf, TimelineAnswer, timelineKinds } from '@svc/api'
import { useState } from 'preact/hooks'
import { openOf, useAgain } from '../../client/again.ts'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { heading, word } from '../../texts/texts.ts'
import { Fault, useSending } from '../form.tsx'
import { Json } from '../json.tsx'
import { noteText } from '../loan/skips.ts'
import { Block } from '../page.tsx'
import { Permitted } from '../permitted.tsx'
import { Answered } from '../states.tsx'
import { Day, Moment, Money, State, Words } from '../values.tsx'
import { type Entry, withGaps } from './gaps.ts'

type Kind = (typeof timelineKinds)[number]

const KINDS: readonly Kind[] = [
  ...(['event', 'action', 'entry', 'payment', 'delivery', 'notification', 'note'] as const),
]
const LIMIT = 50

const nameOf = (kind: Kind) => heading(kind === 'action' ? 'action_kind' : kind)

type TimelineProps = { readonly orderId: string; readonly currency: string }

export function Timeline({ orderId, currency }: TimelineProps) {
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS))
  const chosen = KINDS.filter((kind) => kinds.has(kind))
  return (
    <Block title={tb.order.timeline}>
      <fieldset class="choice" aria-label={tb.order.kinds}>
        {KINDS.map((kind) => (
          <label key={kind} class="check">
            <input
              type="checkbox"
              checked={kinds.has(kind)}
              onChange={() => setKinds(kinds.symmetricDifference(new Set([kind])))}
            />
            {nameOf(kind)}
          </label>
        ))}
      </fieldset>
      {chosen.length === 0 ? (
        <p>{tb.order.quiet}</p>
      ) : (
        <Part key={chosen.join()} place={{ orderId, chosen, after: null }} currency={currency} />
      )}
    </Block>
  )
}

type Place = {
  readonly orderId: string
  readonly chosen: readonly Kind[]
  readonly after: string | null
}

function pathOf({ orderId, chosen, after }: Place): string {
  const query = new URLSearchParams({ limit: String(LIMIT) })
  if (chosen.length < KINDS.length) query.set('kinds', chosen.join(','))
  if (after !== null) query.set('after', after)
  return `/lender/orders/${encodeURIComponent(orderId)}/timeline?${query}`
}

type PartProps = { readonly place: Place; readonly currency: string }

/** Loaded in parts; the next one is loaded below on request. */
function Part({ place, currency }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const known = useAnswer<AnswerOf<typeof TimelineAnswer>>(pathOf(place))
  useAgain(known, openOf(sentIn(known.data?.results ?? [])))
  return (
    <Answered known={known} lines={8}>
      {({ results, cursor }) => (
        <>
          {results.length === 0 && place.after === null && <p>{tb.order.quiet}</p>}
          <ol class="timeline">
            {withGaps(results).map(({ entry, days }) => (
              <Row
                key={`${entry.kind} ${entry.id}`}
                {...{ entry, days, currency, orderId: place.orderId }}
              />
            ))}
          </ol>
          <details>
            <summary>{tb.order.json}</summary>
            <Json text={JSON.stringify(results, null, 2)} />
          </details>
          {cursor.after !== null && !isOpen && (
            <button type="button" onClick={() => setOpen(true)}>
              {tb.order.more}
            </button>
          )}
          {cursor.after !== null && isOpen && (
            <Part place={{ ...place, after: cursor.after }} currency={currency} />
          )}
        </>
      )}
    </Answered>
  )
}

const sentIn = (entries: readonly Entry[]) =>
  entries.flatMap(({ id, state, sending }) =>
    sending === null ? [] : [{ id, state, attempt_count: sending.attempts }],
  )

type RowProps = {
  readonly entry: Entry
  /** Since the one before it. */
  readonly days: number
  readonly currency: string
  readonly orderId: string
}

function Row({ entry, days, currency, orderId }: RowProps) {
  const { at, kind, type, state, amount, by, reason, note, promised_on: on } = entry
  return (
    <>
      {days > 0 && <li class="gap">{tb.order.gap(days)}</li>}
      <li class={`of-${kind}`}>
        <span class="kind">{nameOf(kind)}</span>
        <span class="what">
          <code>{type}</code>{' '}
          {state !== null && state !== 'done' && <State name={state} of={kind} />}{' '}
          {amount !== null && <Money amount={amount} currency={currency} />}{' '}
          {on !== null && <Day on={on} />}
          {by !== null && (kind === 'action' || kind === 'note') && (
            <small>
              {word(by.kind)} {by.name !== null && <Words>{by.name}</Words>}
            </small>
          )}
          {(reason !== null || note !== null) && (
            <q>
              <Words>{note === null ? (reason?.note ?? '') : noteText(note)}</Words>
            </q>
          )}
          <Sent entry={entry} orderId={orderId} />
          <Postings entry={entry} currency={currency} />
        </span>
        <Moment at={at} />
      </li>
    </>
  )
}

type SentProps = { readonly entry: Entry; readonly orderId: string }

/** What the store's server made of a message; opened, how it answered, and sending again. */
function Sent({ entry, orderId }: SentProps) {
  const { sending } = entry
  if (sending === null) return null
  const { attempts, status, duration_ms: ms, failure, response, next_attempt: next } = sending
  return (
    <details>
      <summary>
        {tb.order.attempts(attempts)}
        {status !== null && ` · HTTP ${status}`}
        {ms !== null && ` · ${ms} ms`}
        {failure !== null && (
          <>
            {' · '}
            <Words>{failure}</Words>
          </>
        )}
        {next !== null && (
          <>
            {` · ${tb.order.nextAttempt} `}
            <Moment at={next} />
          </>
        )}
      </summary>
      {response && <Json text={response} />}
      <Resend entry={entry} orderId={orderId} />
    </details>
  )
}

/** Once more, at once; a delivery that is on its way already is not. */
function Resend({ entry: { kind, id, type, state }, orderId }: SentProps) {
  const again = useSending()
  const isDelivery = kind === 'delivery'
  const list = isDelivery ? 'deliveries' : 'notifications'
  const path = `/lender/orders/${orderId}/${list}/${id}/replay`
  const isOpen = isDelivery && (state === 'queued' || state === 'waiting')
  return (
    <Permitted permission="messages:send" what={tb.order.resend}>
      <button
        type="button"
        class="small"
        aria-label={`${tb.order.resend}: ${type}`}
        disabled={isOpen}
        aria-disabled={again.isBusy}
        onClick={() =>
          void again.send(() => write({ method: 'POST', path, sandbox: isSandbox.value }))
        }
      >
        {tb.order.resend}
      </button>
      <Fault failure={again.failure} />
    </Permitted>
  )
}

type PostingsProps = { readonly entry: Entry; readonly currency: string }

function Postings({ entry: { postings }, currency }: PostingsProps) {
  if (postings === null) return null
  return (
    <details>
      <summary>{tb.order.postings}</summary>
      {postings.map(({ debit, credit, amount }) => (
        <p key={`${debit} ${credit}`}>
          {word(debit)} → {word(credit)} <Money amount={amount} currency={currency} />
        </p>
      ))}
    </details>
  )
}
