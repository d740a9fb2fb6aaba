/** The events of the store, in order: the URL is the query of the API. */

import type { Answered as AnswerOf, EventsAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Json } from '../../parts/json.tsx'
import { changed } from '../../parts/list/definition.ts'
import { listHref } from '../../parts/list/list-href.ts'
import { Request } from '../../parts/list/request.tsx'
import { Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Moment } from '../../parts/values.tsx'
import { apiQuery, go, href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { td } from '../../texts/dev.ts'
import { t, word } from '../../texts/texts.ts'
import { eventTypes } from './event-types.ts'

type Events = AnswerOf<typeof EventsAnswer>

export function Screen() {
  const query = apiQuery.value
  const path = query === '' ? '/me/events' : `/me/events?${query}`
  const known = useAnswer<Events>(path, { keepsOther: true })
  const type = new URLSearchParams(query).get('type') ?? ''
  const isAfter = new URLSearchParams(query).has('after')
  return (
    <Page title={t.screens.events}>
      <div class="list">
        <label class="field">
          <strong>{word('type')}</strong>
          <select
            value={type}
            onChange={({ currentTarget: { value } }) =>
              go(listHref(changed(query, { type: value === '' ? null : value, after: null })))
            }
          >
            <option value="">{tb.list.all}</option>
            {eventTypes.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <Answered known={known} lines={10}>
          {({ results, next, has_more: hasMore }) => (
            <>
              {results.length === 0 && <p class="hint">{td.events.none}</p>}
              <ol class="rows" aria-label={t.screens.events}>
                {results.map((event) => (
                  <Event key={event.id} event={event} />
                ))}
              </ol>
              <nav class="pages" aria-label={t.screens.events}>
                {isAfter && (
                  <a href={listHref(changed(query, { after: null }))}>{td.events.first}</a>
                )}
                {hasMore && next !== null && (
                  <a href={listHref(changed(query, { after: next }))}>{tb.list.next} →</a>
                )}
              </nav>
              {next !== null && (
                <p class="hint">
                  {td.events.cursor} <code>{next}</code> <CopyButton text={next} />
                </p>
              )}
            </>
          )}
        </Answered>
        <Request path={path} />
      </div>
    </Page>
  )
}

function Event({ event }: { event: Events['results'][number] }) {
  const { type, created, order_id: order, sequence } = event
  return (
    <li>
      <details class="grows">
        <summary>
          <code>{type}</code> <Moment at={created} />
        </summary>
        <p class="hint">
          {order !== null && <a href={href(`/orders/${order}`)}>{t.screens.order}</a>}{' '}
          {sequence !== null && td.events.sequence(sequence)}
        </p>
        <Json text={JSON.stringify(event, null, 2)} />
      </details>
    </li>
  )
}
