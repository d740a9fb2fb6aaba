import type { Answered, FailurePage } from '@svc/api'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { Permitted } from '../../parts/permitted.tsx'
import { Moment, NONE, State, StoreLink } from '../../parts/values.tsx'
import { href, isSandbox } from '../../shell/place.ts'
import { tj } from '../../texts/jobs.ts'
import { word } from '../../texts/texts.ts'
import { Cause, causeText } from './cause.tsx'

type Failure = Answered<typeof FailurePage>['results'][number]

export const failures: ListDefinition<Failure> = {
  name: 'failures',
  path: '/lender/failures',
  isSaved: true,
  filters: [
    {
      ...{ name: 'kind', kind: 'choice' },
      choices: ['delivery', 'lender_delivery', 'notification', 'payment', 'job', 'erasure'],
    },
    { name: 'state', kind: 'choice', choices: ['failing', 'given_up'] },
    { name: 'cause', kind: 'text' },
    { name: 'store-id', kind: 'text' },
    { name: 'order-id', kind: 'text' },
    { name: 'at', kind: 'day' },
  ],
  tabs: ['given_up', 'failing'].map((name) => ({ name, query: `state=${name}` })),
  keyOf: ({ id }) => id,
  columns: [
    { name: 'at', ordering: 'at', cell: ({ at }) => <Moment at={at} /> },
    { name: 'kind', cell: ({ kind }) => word(kind) },
    { name: 'state', cell: ({ state }) => <State name={state} /> },
    {
      name: 'cause',
      cell: ({ cause, detail }) => (
        <>
          <Cause cause={cause} />{' '}
          {detail !== null && (
            <small class="soft">
              <bdi lang="en">{detail}</bdi>
            </small>
          )}
        </>
      ),
    },
    { name: 'store', cell: ({ store }) => (store === null ? NONE : <StoreLink store={store} />) },
    {
      name: 'order-id',
      cell: (failure) => {
        const [path, id] = placeOf(failure)
        return id === null ? NONE : <a href={href(`${path}/${id}`)}>{id.slice(0, 8)}</a>
      },
    },
    { name: 'tries', isEnd: true, cell: ({ attempts }) => attempts },
    { name: 'next_attempt', isEnd: true, cell: ({ next_attempt: at }) => <Moment at={at} /> },
    { ...{ name: 'acts', isEnd: true }, cell: (failure) => <Retry failure={failure} /> },
  ],
}

/** What it is about, where that has a page. */
function placeOf(failure: Failure): [path: string, id: string | null] {
  if (failure.kind === 'lender_delivery') return ['/dev/webhooks', failure.webhook_id]
  if (failure.kind === 'erasure') return ['/people', failure.person_id]
  return ['/orders', failure.order_id]
}

/** Once more, at once; a card is charged again by the loan's own rules. */
function Retry({ failure: { id, retry, cause } }: { failure: Failure }) {
  const sending = useSending()
  if (!retry) return NONE
  const path = `/lender/failures/${encodeURIComponent(id)}/retry`
  return (
    <Permitted permission="messages:send" what={tj.retry}>
      <button
        type="button"
        class="small"
        aria-label={`${tj.retry}: ${causeText(cause)}`}
        aria-disabled={sending.isBusy}
        onClick={() =>
          void sending.send(() => write({ method: 'POST', path, sandbox: isSandbox.value }))
        }
      >
        {tj.retry}
      </button>
      <Fault failure={sending.failure} />
    </Permitted>
  )
}
